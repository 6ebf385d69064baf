// Runs one block of a kernel with barriers or warp operations: every thread is a fiber, run in turn until it waits.
#pragma once

#include "lib/cpu/fiber.h"
#include "lib/cpu/running_block.h"

#include <cstdint>
#include <vector>

namespace gpuc::cpu {

/// What a lane waits for in a warp: all lanes that `mask` names, at the same kind of operation. The shuffles have the
/// numbers that compiled code passes.
enum class warp_operation : std::uint8_t { shuffle_index, shuffle_xor, shuffle_up, shuffle_down, ballot, sync };

/// One per operating-system thread, reused for all its blocks.
///
/// A barrier opens when all threads that have not left the kernel wait at it, a warp operation when all lanes in its
/// mask that have not left wait at one of the same kind and mask. If nobody can go on, that is reported
/// (divergent_barrier) and the block ends, where a GPU would hang. Threads are not preempted: one that spins until
/// another thread of its block writes something never ends.
class fiber_block {
 public:
  /// Runs a block of an ordinary launch to its end. Throws: gpuc::out_of_memory where the stacks cannot be had.
  void run(running_block& running);

  // For the blocks of a cooperative launch, which take turns. `current_block` is the one that goes on.
  enum class pause { finished, at_grid, stuck };
  /// Makes the block's threads. Throws: gpuc::out_of_memory.
  void start(running_block& running);
  /// Runs the threads until none can go on: all have left, or all that have not wait for the grid, or for each other.
  pause resume() noexcept;
  /// Lets the threads go on that wait for the grid.
  void open_grid_barrier() noexcept;
  /// Reports that `waiting` of `alive` threads wait, among them this block's, for what does not happen.
  void report_divergence(std::uint64_t waiting, std::uint64_t alive) const noexcept;
  /// That of the block alone.
  void report_divergence() const noexcept;
  std::uint32_t at_grid() const noexcept { return at_grid_; }
  bool faulted() const noexcept { return faulted_; }

  // Called by the running fiber.
  void block_sync() noexcept;
  void grid_sync() noexcept;
  std::uint32_t warp_wait(warp_operation operation, std::uint32_t mask, std::uint32_t value,
                          std::uint32_t operand) noexcept;
  /// The running thread is done.
  [[noreturn]] void leave() noexcept;
  /// The running thread has reported a fault and is done.
  [[noreturn]] void leave_faulted() noexcept {
    faulted_ = true;
    leave();
  }
  std::uint32_t running_thread() const noexcept { return thread_; }

 private:
  static constexpr std::uint32_t warp_size = 32;
  enum class state : std::uint8_t { ready, at_barrier, at_grid, in_warp, left };

  struct fiber {
    saved_stack stack = nullptr;
    state now = state::left;
    warp_operation operation{};
    std::uint32_t mask = 0, value = 0, operand = 0;
    std::uint32_t result = 0;
  };
  struct warp {
    std::uint32_t live = 0;     // lanes that have not left
    std::uint32_t waiting = 0;  // lanes in state::in_warp
  };

  static void fiber_main() noexcept;
  void suspend() noexcept;
  void open_barrier_if_complete() noexcept;
  void finish_operations(std::uint32_t warp_index, std::uint32_t candidates) noexcept;
  bool complete(std::uint32_t warp_index, std::uint32_t lane, std::uint32_t needed) const noexcept;
  std::uint32_t result_for(std::uint32_t first_thread, std::uint32_t lane, std::uint32_t needed) const noexcept;

  fiber_stacks stacks_;
  std::vector<fiber> fibers_;
  std::vector<warp> warps_;
  saved_stack scheduler_ = nullptr;
  running_block* running_ = nullptr;
  std::uint32_t thread_ = 0;      // the running fiber
  std::uint32_t alive_ = 0;       // fibers that have not left
  std::uint32_t at_barrier_ = 0;  // fibers in state::at_barrier
  std::uint32_t at_grid_ = 0;     // fibers in state::at_grid
  bool faulted_ = false;          // a thread has reported a fault
};

}  // namespace gpuc::cpu
