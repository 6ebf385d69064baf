// The threads that share the blocks of a launch.
#pragma once

namespace gpuc::cpu {

/// Calls `work(data)` in this thread and in as many workers as are worth it, at most `wanted` threads in all; returns
/// when the last call has returned. `work` takes what there is to do from a counter, so it does not matter how many
/// come. While another thread's launch has the workers, this thread does the work alone.
void run_in_parallel(unsigned wanted, void (*work)(void* data) noexcept, void* data);

/// Threads that the process may run at a time, this one included.
unsigned available_threads() noexcept;
/// Changes what `available_threads` says, for tests; 0: ask the system again.
void set_available_threads(unsigned count) noexcept;

}  // namespace gpuc::cpu
