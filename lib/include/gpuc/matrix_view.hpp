/// Device memory seen as rows and columns.
#pragma once

#include "gpuc/device_buffer.hpp"
#include "gpuc/device_view.hpp"

#include <cstddef>
#include <type_traits>

namespace gpuc {

namespace detail {
/// Throws: gpuc::error (GPUC0605) unless rows * cols == size, without wrapping.
void check_matrix(std::size_t rows, std::size_t cols, std::size_t size);
}  // namespace detail

/// `rows()` times `cols()` elements, row after row without gaps: launches take it where a kernel takes a matrix.
/// Made by gpuc::as_matrix. Lifetime: as gpuc::device_view. Threads: plain data.
template <class T>
class matrix_view {
 public:
  using element_type = T;

  matrix_view(T* data, std::size_t rows, std::size_t cols, abi::context_state* context, void* allocation) noexcept
      : data_(data), rows_(rows), cols_(cols), context_(context), allocation_(allocation) {}

  /// A view of constant elements.
  operator matrix_view<const T>() const noexcept
    requires(!std::is_const_v<T>)
  {
    return {data_, rows_, cols_, context_, allocation_};
  }

  /// The device address.
  T* data() const noexcept { return data_; }
  std::size_t rows() const noexcept { return rows_; }
  std::size_t cols() const noexcept { return cols_; }

  /// For the generated launchers: whose memory it is.
  abi::context_state* context() const noexcept { return context_; }
  void* allocation() const noexcept { return allocation_; }

 private:
  T* data_;
  std::size_t rows_, cols_;
  abi::context_state* context_;
  void* allocation_;
};

/// All of `view` as a matrix. Shapes: rows * cols == view.size(), in elements.
/// Throws: gpuc::error GPUC0605 (errc::size_mismatch, errc::dimension_overflow).
template <class T>
matrix_view<T> as_matrix(device_view<T> view, std::size_t rows, std::size_t cols) {
  detail::check_matrix(rows, cols, view.size());
  return {view.data(), rows, cols, view.context(), view.allocation()};
}

/// All of `buffer` as a matrix; likewise.
template <class T>
matrix_view<T> as_matrix(device_buffer<T>& buffer, std::size_t rows, std::size_t cols) {
  return as_matrix(buffer.view(), rows, cols);
}
template <class T>
matrix_view<const T> as_matrix(const device_buffer<T>& buffer, std::size_t rows, std::size_t cols) {
  return as_matrix(buffer.view(), rows, cols);
}
/// A view of a buffer that dies here would dangle.
template <class T>
void as_matrix(device_buffer<T>&& buffer, std::size_t rows, std::size_t cols) = delete;

}  // namespace gpuc
