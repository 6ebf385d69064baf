/// The running block: its place in the grid, its shape, its barrier.
#pragma once

#include "gpuc/device/builtins.hpp"

namespace gpuc::block {

/// The block's position in the grid, per axis.
[[gnu::always_inline]] inline unsigned x() noexcept { return __gpuc_block_x(); }
[[gnu::always_inline]] inline unsigned y() noexcept { return __gpuc_block_y(); }
[[gnu::always_inline]] inline unsigned z() noexcept { return __gpuc_block_z(); }

/// The number of threads in a block, per axis and in all.
[[gnu::always_inline]] inline unsigned dim_x() noexcept { return __gpuc_block_dim_x(); }
[[gnu::always_inline]] inline unsigned dim_y() noexcept { return __gpuc_block_dim_y(); }
[[gnu::always_inline]] inline unsigned dim_z() noexcept { return __gpuc_block_dim_z(); }
[[gnu::always_inline]] inline unsigned threads() noexcept { return dim_x() * dim_y() * dim_z(); }

/// Waits until every thread of the block that has not left the kernel is here; orders shared and global memory
/// among them. Sync: every such thread must reach the same call.
[[gnu::always_inline]] inline void sync() noexcept { __gpuc_block_sync(); }

}  // namespace gpuc::block
