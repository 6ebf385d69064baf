/// The running grid and loops over it.
#pragma once

#include "gpuc/device/builtins.hpp"

#include <cstddef>

namespace gpuc::grid {

/// The number of blocks in the grid, per axis.
[[gnu::always_inline]] inline unsigned dim_x() noexcept { return __gpuc_grid_dim_x(); }
[[gnu::always_inline]] inline unsigned dim_y() noexcept { return __gpuc_grid_dim_y(); }
[[gnu::always_inline]] inline unsigned dim_z() noexcept { return __gpuc_grid_dim_z(); }

/// Waits until every thread of the grid that has not left the kernel is here; orders global memory among them, and
/// shared memory within a block. Only in a kernel marked [[gpuc::cooperative]] (GPUC0331), whose launches are refused
/// where its blocks cannot all run at the same time. Sync: every such thread must reach the same call. Where a thread
/// has reported a fault, the others may leave the kernel here.
[[gnu::always_inline]] inline void sync() noexcept { __gpuc_grid_sync(); }

/// The indices of one thread in a grid-stride loop: first, first + step, ... below `end`.
class stride_range {
 public:
  struct sentinel {
    std::size_t end;
  };
  class iterator {
   public:
    [[gnu::always_inline]] iterator(std::size_t index, std::size_t step) noexcept : index_(index), step_(step) {}
    [[gnu::always_inline]] std::size_t operator*() const noexcept { return index_; }
    [[gnu::always_inline]] iterator& operator++() noexcept {
      index_ += step_;
      return *this;
    }
    [[gnu::always_inline]] bool operator!=(sentinel s) const noexcept { return index_ < s.end; }

   private:
    std::size_t index_, step_;
  };

  [[gnu::always_inline]] stride_range(std::size_t first, std::size_t end, std::size_t step) noexcept
      : first_(first), end_(end), step_(step) {}
  [[gnu::always_inline]] iterator begin() const noexcept { return {first_, step_}; }
  [[gnu::always_inline]] sentinel end() const noexcept { return {end_}; }

 private:
  std::size_t first_, end_, step_;
};

/// The indices below `n` that this thread handles when the grid walks over them along x; 64-bit throughout.
[[gnu::always_inline]] inline stride_range stride(std::size_t n) noexcept {
  std::size_t first = std::size_t{__gpuc_block_x()} * __gpuc_block_dim_x() + __gpuc_thread_x();
  return {first, n, std::size_t{__gpuc_grid_dim_x()} * __gpuc_block_dim_x()};
}

}  // namespace gpuc::grid
