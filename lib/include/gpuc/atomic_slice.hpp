/// A kernel's output that all threads write, through atomics only.
#pragma once

#include "gpuc/device/builtins.hpp"

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpuc {

/// Which threads an atomic operation is atomic and ordered for.
enum class scope : int { block = abi::scope_block, device = abi::scope_device, system = abi::scope_system };

/// A reference to an object in device memory whose every access is atomic. T is a 32- or 64-bit integer, float or
/// double. Orders default to sequentially consistent, as in the standard library; the scope to the whole device.
template <class T>
class atomic_ref {
  static_assert(std::is_arithmetic_v<T> && (sizeof(T) == 4 || sizeof(T) == 8),
                "an atomic of the device is a 32- or 64-bit integer, float or double");
  using bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

 public:
  [[gnu::always_inline]] explicit atomic_ref(T& object) noexcept : object_(&object) {}

  [[gnu::always_inline]] T load(std::memory_order order = std::memory_order_seq_cst,
                                scope s = scope::device) const noexcept {
    if constexpr (sizeof(T) == 4)
      return std::bit_cast<T>(__gpuc_atomic_load_32(object_, static_cast<int>(order), static_cast<int>(s)));
    else
      return std::bit_cast<T>(__gpuc_atomic_load_64(object_, static_cast<int>(order), static_cast<int>(s)));
  }

  [[gnu::always_inline]] void store(T value, std::memory_order order = std::memory_order_seq_cst,
                                    scope s = scope::device) const noexcept {
    if constexpr (sizeof(T) == 4)
      __gpuc_atomic_store_32(object_, std::bit_cast<bits>(value), static_cast<int>(order), static_cast<int>(s));
    else
      __gpuc_atomic_store_64(object_, std::bit_cast<bits>(value), static_cast<int>(order), static_cast<int>(s));
  }

  /// Each returns the value before the operation.
  [[gnu::always_inline]] T exchange(T value, std::memory_order order = std::memory_order_seq_cst,
                                    scope s = scope::device) const noexcept {
    return modify(value, abi::atomic_exchange, order, s);
  }
  [[gnu::always_inline]] T fetch_add(T value, std::memory_order order = std::memory_order_seq_cst,
                                     scope s = scope::device) const noexcept {
    return modify(value, std::is_floating_point_v<T> ? abi::atomic_add_float : abi::atomic_add, order, s);
  }
  [[gnu::always_inline]] T fetch_sub(T value, std::memory_order order = std::memory_order_seq_cst,
                                     scope s = scope::device) const noexcept {
    if constexpr (std::is_floating_point_v<T>) return fetch_add(-value, order, s);
    return modify(value, abi::atomic_sub, order, s);
  }
  [[gnu::always_inline]] T fetch_min(T value, std::memory_order order = std::memory_order_seq_cst,
                                     scope s = scope::device) const noexcept {
    static_assert(std::is_integral_v<T>, "the device has fetch_min for integers only");
    return modify(value, std::is_signed_v<T> ? abi::atomic_min_signed : abi::atomic_min_unsigned, order, s);
  }
  [[gnu::always_inline]] T fetch_max(T value, std::memory_order order = std::memory_order_seq_cst,
                                     scope s = scope::device) const noexcept {
    static_assert(std::is_integral_v<T>, "the device has fetch_max for integers only");
    return modify(value, std::is_signed_v<T> ? abi::atomic_max_signed : abi::atomic_max_unsigned, order, s);
  }
  [[gnu::always_inline]] T fetch_and(T value, std::memory_order order = std::memory_order_seq_cst,
                                     scope s = scope::device) const noexcept {
    static_assert(std::is_integral_v<T>, "bitwise atomics are for integers only");
    return modify(value, abi::atomic_and, order, s);
  }
  [[gnu::always_inline]] T fetch_or(T value, std::memory_order order = std::memory_order_seq_cst,
                                    scope s = scope::device) const noexcept {
    static_assert(std::is_integral_v<T>, "bitwise atomics are for integers only");
    return modify(value, abi::atomic_or, order, s);
  }
  [[gnu::always_inline]] T fetch_xor(T value, std::memory_order order = std::memory_order_seq_cst,
                                     scope s = scope::device) const noexcept {
    static_assert(std::is_integral_v<T>, "bitwise atomics are for integers only");
    return modify(value, abi::atomic_xor, order, s);
  }

  /// Stores `desired` where the object equals `expected` (bit for bit) and returns true; else loads it into `expected`.
  [[gnu::always_inline]] bool compare_exchange(T& expected, T desired,
                                               std::memory_order order = std::memory_order_seq_cst,
                                               scope s = scope::device) const noexcept {
    bits wanted = std::bit_cast<bits>(expected), found;
    if constexpr (sizeof(T) == 4)
      found = __gpuc_atomic_compare_exchange_32(object_, wanted, std::bit_cast<bits>(desired), static_cast<int>(order),
                                                static_cast<int>(s));
    else
      found = __gpuc_atomic_compare_exchange_64(object_, wanted, std::bit_cast<bits>(desired), static_cast<int>(order),
                                                static_cast<int>(s));
    expected = std::bit_cast<T>(found);
    return found == wanted;
  }

 private:
  [[gnu::always_inline]] T modify(T value, int operation, std::memory_order order, scope s) const noexcept {
    if constexpr (sizeof(T) == 4)
      return std::bit_cast<T>(__gpuc_atomic_rmw_32(object_, std::bit_cast<bits>(value), operation,
                                                   static_cast<int>(order), static_cast<int>(s)));
    else
      return std::bit_cast<T>(__gpuc_atomic_rmw_64(object_, std::bit_cast<bits>(value), operation,
                                                   static_cast<int>(order), static_cast<int>(s)));
  }

  T* object_;
};

/// A contiguous range that every thread may read and write, through atomics only. Counts as exclusive: no other
/// argument of the launch may overlap it (GPUC0601).
template <class T>
class atomic_slice {
 public:
  using element_type = T;

  /// For the generated launchers; user code gets one as a kernel parameter.
  constexpr atomic_slice(T* data, std::size_t size) noexcept : data_(data), size_(size) {}

  /// The element at `i`; out of range as for slice.
  [[gnu::always_inline]] atomic_ref<T> operator[](std::size_t i) const noexcept {
    if (i >= size_) [[unlikely]]
      __gpuc_out_of_range(i, size_);
    return atomic_ref<T>(data_[i]);
  }

  [[gnu::always_inline]] constexpr std::size_t size() const noexcept { return size_; }
  [[gnu::always_inline]] constexpr bool empty() const noexcept { return size_ == 0; }

 private:
  T* data_;
  std::size_t size_;
};

}  // namespace gpuc
