/// A kernel's exclusive two-dimensional output.
#pragma once

#include "gpuc/optional_ref.hpp"
#include "gpuc/thread.hpp"

#include <cstddef>

namespace gpuc {

/// rows() x cols() elements, row by row, each belonging to one thread: the one whose `thread::index_2d()` it is.
/// No other argument of the launch may overlap it (GPUC0221 when compiling, GPUC0601 at the launch).
template <class T>
class disjoint_matrix {
 public:
  using element_type = T;

  /// For the generated launchers; user code gets one as a kernel parameter.
  constexpr disjoint_matrix(T* data, std::size_t rows, std::size_t columns) noexcept
      : data_(data), rows_(rows), columns_(columns) {}

  /// This thread's element, or nothing where its row or column is out of range.
  [[gnu::always_inline]] optional_ref<T> get_if(const thread::index_2d_t& index) const noexcept {
    return optional_ref<T>(data_ + (index.row() * columns_ + index.column()),
                           index.row() < rows_ && index.column() < columns_);
  }

  [[gnu::always_inline]] constexpr std::size_t rows() const noexcept { return rows_; }
  [[gnu::always_inline]] constexpr std::size_t cols() const noexcept { return columns_; }

 private:
  T* data_;
  std::size_t rows_, columns_;
};

}  // namespace gpuc
