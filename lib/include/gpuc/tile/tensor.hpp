/// Tensors: what tile kernels work on, as the host has them.
#pragma once

#include "gpuc/abi/tile_launch.h"
#include "gpuc/device_buffer.hpp"
#include "gpuc/device_view.hpp"
#include "gpuc/tile/op.hpp"
#include "gpuc/tile/tile.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpuc {

/// The extents of a tensor, one to three, slowest first: `{512, 384}`.
class extents {
 public:
  /// Throws: gpuc::error (GPUC0605) for another number of extents.
  extents(std::initializer_list<std::size_t> values) : rank_(static_cast<unsigned>(values.size())) {
    if (values.size() == 0 || values.size() > abi::most_axes) detail::check_partition(nullptr, rank_);
    unsigned axis = 0;
    for (std::size_t value : values) values_[axis++] = value;
  }

  unsigned rank() const noexcept { return rank_; }
  const std::size_t* data() const noexcept { return values_; }
  std::size_t count() const noexcept {
    std::size_t product = 1;
    for (unsigned axis = 0; axis < rank_; ++axis) product *= values_[axis];
    return product;
  }

 private:
  std::size_t values_[abi::most_axes] = {};
  unsigned rank_;
};

namespace detail {

/// A counted reference to a tensor's storage.
class tensor_reference {
 public:
  explicit tensor_reference(tensor_storage* adopted) noexcept : storage_(adopted) {}
  tensor_reference(tensor_reference&& other) noexcept : storage_(std::exchange(other.storage_, nullptr)) {}
  tensor_reference(const tensor_reference& other) noexcept : storage_(other.storage_) { retain(storage_); }
  tensor_reference& operator=(tensor_reference other) noexcept {
    std::swap(storage_, other.storage_);
    return *this;
  }
  ~tensor_reference() { release(storage_); }

  tensor_storage* get() const noexcept { return storage_; }

 private:
  tensor_storage* storage_;
};

template <class T>
op<std::vector<T>> read_tensor(tensor_reference storage) {
  return make_op([storage = std::move(storage)](const stream& on) {
    std::size_t count = storage.get() != nullptr ? 1 : 0;
    for (unsigned axis = 0; axis < tensor_rank(storage.get()); ++axis) count *= tensor_extents(storage.get())[axis];
    std::vector<T> elements(count);
    tensor_to_host(storage.get(), on, elements.data(), count * sizeof(T));
    return elements;
  });
}

}  // namespace detail

template <class Holder, class S>
class partitioned;

/// A tensor of another owner, lent to a launch: it may be written there, and stays the owner's.
/// Lifetime: shares the memory, so it does not dangle; the owner sees what was written when the operation is done.
template <class T>
class borrowed {
 public:
  using value_type = T;

  explicit borrowed(detail::tensor_reference storage) noexcept : storage_(std::move(storage)) {}

  /// Cuts it into tiles of that shape. Throws: gpuc::error (GPUC0605) where it has another number of axes.
  template <int... N>
  partitioned<borrowed, shape<N...>> partition(shape<N...>) const {
    return partitioned<borrowed, shape<N...>>(*this);
  }

  const detail::tensor_reference& storage() const noexcept { return storage_; }

 private:
  detail::tensor_reference storage_;
};

/// Elements of T in row-major order without gaps, in the memory of the context where they are first used. Making one
/// does nothing on a device. Move-only; a launch takes it as an rvalue and gives it back, or borrows it as an lvalue.
/// Lifetime: the memory lives until everything that uses it is done. Threads: one thread at a time may change it.
template <class T>
class tensor {
  static_assert(tile_element<T> && !std::same_as<T, bool>,
                "a tensor consists of 32- or 64-bit integers, half, bfloat16, float or double");

 public:
  using value_type = T;

  /// For the functions that make tensors.
  explicit tensor(detail::tensor_reference storage) noexcept : storage_(std::move(storage)) {}
  tensor(tensor&&) noexcept = default;
  tensor& operator=(tensor&&) noexcept = default;
  tensor(const tensor&) = delete;
  tensor& operator=(const tensor&) = delete;

  /// A copy of `source`. Shapes: source.size() is the product of the extents (GPUC0605).
  static tensor from_host(std::span<const T> source, const extents& size) {
    return tensor(detail::tensor_reference(
        detail::make_tensor_from(sizeof(T), size.rank(), size.data(), source.data(), source.size_bytes())));
  }

  unsigned rank() const noexcept { return detail::tensor_rank(storage_.get()); }
  /// In elements along `axis`, which is less than rank().
  std::size_t extent(unsigned axis) const noexcept { return detail::tensor_extents(storage_.get())[axis]; }
  /// In elements.
  std::size_t size() const noexcept {
    std::size_t count = rank() == 0 ? 0 : 1;
    for (unsigned axis = 0; axis < rank(); ++axis) count *= extent(axis);
    return count;
  }

  /// Cuts it into tiles of that shape, each for one run of the kernel: how an output is passed to a launch.
  /// Throws: gpuc::error (GPUC0605) where it has another number of axes.
  template <int... N>
  partitioned<tensor, shape<N...>> partition(shape<N...>) && {
    return partitioned<tensor, shape<N...>>(std::move(*this));
  }

  /// The elements, in row-major order.
  op<std::vector<T>> to_host() && { return detail::read_tensor<T>(std::move(storage_)); }
  op<std::vector<T>> to_host() const& { return detail::read_tensor<T>(storage_); }

  /// All elements for a launch of a SIMT kernel on `on`. Lifetime: valid while the tensor lives.
  device_view<T> view(const stream& on) & {
    detail::allocation* memory = detail::tensor_memory(storage_.get(), on);
    return {static_cast<T*>(detail::address(*memory)), size(), detail::owner(*memory), memory};
  }
  device_view<const T> view(const stream& on) const& {
    detail::allocation* memory = detail::tensor_memory(storage_.get(), on);
    return {static_cast<const T*>(detail::address(*memory)), size(), detail::owner(*memory), memory};
  }

  const detail::tensor_reference& storage() const noexcept { return storage_; }

 private:
  detail::tensor_reference storage_;
};

/// A tensor cut into tiles: the only way in which a launch takes an output.
template <class Holder, class S>
class partitioned {
 public:
  using value_type = typename Holder::value_type;
  using shape_type = S;

  explicit partitioned(Holder whole) : whole_(std::move(whole)) {
    detail::check_partition(whole_.storage().get(), S::rank);
  }

  Holder unpartition() && { return std::move(whole_); }
  const detail::tensor_reference& storage() const noexcept { return whole_.storage(); }

 private:
  Holder whole_;
};

/// Lends a tensor to a launch without giving it away.
template <class T>
borrowed<T> borrow(tensor<T>& owner) noexcept {
  return borrowed<T>(owner.storage());
}

/// Every element is `value`.
template <class T>
tensor<T> full(const extents& size, std::type_identity_t<T> value) {
  return tensor<T>(detail::tensor_reference(detail::make_tensor(sizeof(T), size.rank(), size.data(), &value)));
}
template <class T>
tensor<T> zeros(const extents& size) {
  return full<T>(size, static_cast<T>(0));
}
template <class T>
tensor<T> ones(const extents& size) {
  return full<T>(size, static_cast<T>(1));
}
/// Whatever the memory held.
template <class T>
tensor<T> empty(const extents& size) {
  return tensor<T>(detail::tensor_reference(detail::make_tensor(sizeof(T), size.rank(), size.data(), nullptr)));
}
/// 0, 1, 2, ...
template <class T>
tensor<T> arange(std::size_t count) {
  std::vector<T> elements(count);
  for (std::size_t i = 0; i < count; ++i)
    if constexpr (std::is_integral_v<T>)
      elements[i] = static_cast<T>(i);
    else
      elements[i] = static_cast<T>(static_cast<float>(i));
  return tensor<T>::from_host(elements, {count});
}
/// Uniform in [0, 1), the same for the same seed everywhere.
template <class T>
  requires(!std::is_integral_v<T>)
tensor<T> rand(const extents& size, std::uint64_t seed = 0) {
  std::vector<T> elements(size.count());
  std::uint64_t state = seed * 0x9e3779b97f4a7c15u;
  for (T& element : elements) {
    // splitmix64
    std::uint64_t bits = state += 0x9e3779b97f4a7c15u;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
    bits ^= bits >> 31;
    element = static_cast<T>(static_cast<float>(bits >> 40) * 0x1p-24f);
  }
  return tensor<T>::from_host(elements, size);
}

}  // namespace gpuc
