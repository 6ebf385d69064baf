/// The position of the running thread, and the index witnesses that exclusive views take.
#pragma once

#include "gpuc/device/builtins.hpp"

#include <cstddef>

namespace gpuc {

namespace thread {
class index_1d_t;
class index_2d_t;
index_1d_t index_1d() noexcept;
index_2d_t index_2d() noexcept;

/// This thread's own position in a one-dimensional grid; no other thread of the launch has it.
/// Only `index_1d()` makes one, and it cannot be copied, so it proves what it says.
class index_1d_t {
 public:
  index_1d_t(const index_1d_t&) = delete;
  index_1d_t& operator=(const index_1d_t&) = delete;

  /// The plain index, for reading shared views.
  [[gnu::always_inline]] std::size_t get() const noexcept { return value_; }

 private:
  friend index_1d_t index_1d() noexcept;
  [[gnu::always_inline]] explicit index_1d_t(std::size_t value) noexcept : value_(value) {}
  std::size_t value_;
};

/// This thread's own position in a two-dimensional grid: row along y, column along x.
class index_2d_t {
 public:
  index_2d_t(const index_2d_t&) = delete;
  index_2d_t& operator=(const index_2d_t&) = delete;

  [[gnu::always_inline]] std::size_t row() const noexcept { return row_; }
  [[gnu::always_inline]] std::size_t column() const noexcept { return column_; }

 private:
  friend index_2d_t index_2d() noexcept;
  [[gnu::always_inline]] index_2d_t(std::size_t row, std::size_t column) noexcept : row_(row), column_(column) {}
  std::size_t row_, column_;
};

/// The thread's position within its block, per axis.
[[gnu::always_inline]] inline unsigned x() noexcept { return __gpuc_thread_x(); }
[[gnu::always_inline]] inline unsigned y() noexcept { return __gpuc_thread_y(); }
[[gnu::always_inline]] inline unsigned z() noexcept { return __gpuc_thread_z(); }

/// The linear index of the thread within its block: x + dim.x * (y + dim.y * z).
[[gnu::always_inline]] inline unsigned linear() noexcept {
  return __gpuc_thread_x() + __gpuc_block_dim_x() * (__gpuc_thread_y() + __gpuc_block_dim_y() * __gpuc_thread_z());
}

/// The thread's index along x over the whole grid. In a raw launch that uses y or z it owns nothing: get() is the
/// largest std::size_t, which no view contains.
[[gnu::always_inline]] inline index_1d_t index_1d() noexcept {
  std::size_t i = std::size_t{__gpuc_block_x()} * __gpuc_block_dim_x() + __gpuc_thread_x();
  bool flat = __gpuc_domain() == 1 ||
              (__gpuc_block_dim_y() * __gpuc_block_dim_z() == 1 && __gpuc_grid_dim_y() * __gpuc_grid_dim_z() == 1);
  return index_1d_t(flat ? i : ~std::size_t{0});
}

/// The thread's row (along y) and column (along x) over the whole grid. In a raw launch that uses z it owns nothing.
[[gnu::always_inline]] inline index_2d_t index_2d() noexcept {
  std::size_t row = std::size_t{__gpuc_block_y()} * __gpuc_block_dim_y() + __gpuc_thread_y();
  std::size_t column = std::size_t{__gpuc_block_x()} * __gpuc_block_dim_x() + __gpuc_thread_x();
  bool flat = __gpuc_domain() == 1 || __gpuc_domain() == 2 || (__gpuc_block_dim_z() == 1 && __gpuc_grid_dim_z() == 1);
  return index_2d_t(flat ? row : ~std::size_t{0}, column);
}

}  // namespace thread
}  // namespace gpuc
