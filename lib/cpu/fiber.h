// A thread of a block as a stack of its own, switched to and from by hand: a block of 1024 threads that meet at a
// barrier is 1024 of these on one operating-system thread.
#pragma once

#include <cstddef>
#include <vector>

namespace gpuc::cpu {

/// Stacks for one operating-system thread, kept for the blocks to come. Each has an inaccessible page below it, so
/// that running out of stack is a fault at once and not silent damage.
class fiber_stacks {
 public:
  static constexpr std::size_t stack_bytes = 640 * 1024;  // a GPU thread's local memory, 512 KiB, and the way there

  fiber_stacks() = default;
  fiber_stacks(const fiber_stacks&) = delete;
  fiber_stacks& operator=(const fiber_stacks&) = delete;
  ~fiber_stacks();

  /// Provides at least `count` stacks. Throws: gpuc::out_of_memory.
  void reserve(std::size_t count);
  /// The highest address of stack `i`; it grows down from there.
  char* top(std::size_t i) const noexcept;

 private:
  struct region {
    char* memory;
    std::size_t first, count;
  };
  std::vector<region> regions_;
  std::size_t count_ = 0;
};

/// A saved stack pointer, with the registers that a call preserves on the stack below it.
using saved_stack = void*;

/// Makes a fiber that calls `body` when it is first switched to; `body` never returns.
saved_stack make_fiber(char* stack_top, void (*body)()) noexcept;

/// Leaves the running stack in `*from` and goes on with `to`.
extern "C" void __gpuc_cpu_switch(saved_stack* from, saved_stack to) noexcept;

}  // namespace gpuc::cpu
