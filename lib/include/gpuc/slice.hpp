/// A kernel's view of device memory.
#pragma once

#include "gpuc/device/builtins.hpp"

#include <cstddef>
#include <type_traits>

namespace gpuc {

/// A contiguous range of `size()` elements in device memory; `slice<const T>` is shared by all threads.
/// A kernel that takes a `slice` of a non-const type is unchecked: nothing says which thread may write where.
/// Lifetime: valid while the buffer that it was made from lives. Threads: plain data, copy freely.
template <class T>
class slice {
 public:
  using element_type = T;

  /// For the generated launchers; user code gets a slice as a kernel parameter.
  constexpr slice(T* data, std::size_t size) noexcept : data_(data), size_(size) {}

  /// The element at `i`. Out of range, the thread leaves the kernel and the next synchronising call throws
  /// gpuc::device_error (GPUC0602) with this line, `i` and size().
  [[gnu::always_inline]] constexpr T& operator[](std::size_t i) const noexcept {
    if (i >= size_) [[unlikely]]
      __gpuc_out_of_range(i, size_);
    return data_[i];
  }

  [[gnu::always_inline]] constexpr std::size_t size() const noexcept { return size_; }
  [[gnu::always_inline]] constexpr bool empty() const noexcept { return size_ == 0; }
  [[gnu::always_inline]] constexpr T* begin() const noexcept { return data_; }
  [[gnu::always_inline]] constexpr T* end() const noexcept { return data_ + size_; }

 private:
  T* data_;
  std::size_t size_;
};

}  // namespace gpuc
