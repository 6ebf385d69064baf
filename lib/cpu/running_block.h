// The block that a thread of the executor is running: what compiled code finds when it calls the executor back.
#pragma once

#include "lib/host/cpu_executor.h"

#include <csetjmp>

namespace gpuc::cpu {

class fiber_block;

struct running_block {
  const grid_launch& launch;
  abi::cpu_block block{};
  fiber_block* fibers = nullptr;   // null for a kernel without barriers and warp operations
  std::jmp_buf* escape = nullptr;  // without fibers: where a fault leaves to
};

/// Null outside of blocks. One block's threads never leave their operating-system thread, so this holds for all of
/// them.
inline thread_local constinit running_block* current_block = nullptr;

/// Position of thread `linear` along `axis`.
inline std::uint32_t thread_position(const std::uint32_t (&dim)[3], std::uint32_t linear, int axis) noexcept {
  switch (axis) {
    case 0: return linear % dim[0];
    case 1: return linear / dim[0] % dim[1];
    default: return linear / (dim[0] * dim[1]);
  }
}

/// Hands a fault of thread `thread` to the launch.
inline void record(const running_block& running, const void* bundle, std::uint32_t site, std::uint64_t first,
                   std::uint64_t second, std::uint32_t thread) noexcept {
  fault found{.target = running.launch.target,
              .bundle = bundle,
              .site = site,
              .values = {first, second},
              .block = {},
              .thread = {}};
  for (int axis = 0; axis < 3; ++axis) {
    found.block[axis] = running.block.block_index[axis];
    found.thread[axis] = thread_position(running.block.block_dim, thread, axis);
  }
  running.launch.report(running.launch.owner, found);
}

}  // namespace gpuc::cpu
