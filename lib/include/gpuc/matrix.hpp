/// A kernel's two-dimensional view of device memory.
#pragma once

#include "gpuc/device/builtins.hpp"

#include <cstddef>

namespace gpuc {

/// rows() x columns() elements in device memory, row by row without gaps; `matrix<const T>` is shared by all threads.
template <class T>
class matrix {
 public:
  using element_type = T;

  /// For the generated launchers; user code gets a matrix as a kernel parameter.
  constexpr matrix(T* data, std::size_t rows, std::size_t columns) noexcept
      : data_(data), rows_(rows), columns_(columns) {}

  /// The element at row `r` and column `c`. Out of range, the thread leaves the kernel and the next synchronising
  /// call throws gpuc::device_error (GPUC0602) with this line and the values.
  [[gnu::always_inline]] constexpr T& operator()(std::size_t r, std::size_t c) const noexcept {
    if (r >= rows_) [[unlikely]]
      __gpuc_row_out_of_range(r, rows_);
    if (c >= columns_) [[unlikely]]
      __gpuc_column_out_of_range(c, columns_);
    return data_[r * columns_ + c];
  }

#if defined(__cpp_multidimensional_subscript)
  /// The same, as `m[r, c]` from C++23 on.
  [[gnu::always_inline]] constexpr T& operator[](std::size_t r, std::size_t c) const noexcept { return (*this)(r, c); }
#endif

  [[gnu::always_inline]] constexpr std::size_t rows() const noexcept { return rows_; }
  [[gnu::always_inline]] constexpr std::size_t cols() const noexcept { return columns_; }

 private:
  T* data_;
  std::size_t rows_, columns_;
};

}  // namespace gpuc
