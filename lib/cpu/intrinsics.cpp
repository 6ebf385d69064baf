// The functions that compiled CPU entries call: what the GPU has as instructions.

#include "lib/cpu/fiber_block.h"
#include "lib/cpu/running_block.h"

#include <cstdint>
#include <cstdlib>

namespace {

using gpuc::cpu::current_block;
using gpuc::cpu::warp_operation;

gpuc::abi::cpu_block& block() noexcept { return current_block->block; }

}  // namespace

extern "C" {

void __gpuc_cpu_block_sync() noexcept { current_block->fibers->block_sync(); }

void __gpuc_cpu_grid_sync() noexcept { current_block->fibers->grid_sync(); }

void __gpuc_cpu_warp_sync(std::uint32_t mask) noexcept {
  current_block->fibers->warp_wait(warp_operation::sync, mask, 0, 0);
}

/// `mode`: 0 from lane `operand`, 1 from lane ^ operand, 2 from lane - operand, 3 from lane + operand.
std::uint32_t __gpuc_cpu_shuffle(std::uint32_t mask, std::uint32_t value, std::uint32_t operand, int mode) noexcept {
  return current_block->fibers->warp_wait(static_cast<warp_operation>(mode), mask, value, operand);
}

std::uint32_t __gpuc_cpu_ballot(std::uint32_t mask, bool predicate) noexcept {
  return current_block->fibers->warp_wait(warp_operation::ballot, mask, predicate, 0);
}

std::uint32_t __gpuc_cpu_thread(int axis) noexcept {
  return gpuc::cpu::thread_position(block().block_dim, block().thread, axis);
}
std::uint32_t __gpuc_cpu_block(int axis) noexcept { return block().block_index[axis]; }
std::uint32_t __gpuc_cpu_block_dim(int axis) noexcept { return block().block_dim[axis]; }
std::uint32_t __gpuc_cpu_grid_dim(int axis) noexcept { return block().grid_dim[axis]; }
std::uint32_t __gpuc_cpu_lane() noexcept { return block().thread % 32; }

/// The block's static shared variables, for functions that were not inlined into an entry.
void* __gpuc_cpu_shared() noexcept { return block().shared; }
void* __gpuc_cpu_dynamic_shared() noexcept { return block().dynamic_shared; }
std::uint32_t __gpuc_cpu_dynamic_shared_size() noexcept {
  return static_cast<std::uint32_t>(block().dynamic_shared_size);
}

/// Records a fault of the running thread, which leaves the kernel.
[[noreturn]] void __gpuc_cpu_report(const void* bundle, std::uint32_t site, std::uint64_t first,
                                    std::uint64_t second) noexcept {
  gpuc::cpu::running_block& running = *current_block;
  gpuc::cpu::record(running, bundle, site, first, second, running.block.thread);
  if (running.fibers != nullptr) running.fibers->leave_faulted();
  std::longjmp(*running.escape, 1);
}
}
