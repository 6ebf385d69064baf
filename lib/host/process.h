// The process that the runtime is in.
#pragma once

#include <atomic>

namespace gpuc::detail {

/// Set in the child of a fork of a process that had a context.
inline std::atomic<bool> in_forked_child{false};

/// From the first context on: neither the driver nor the CPU executor's threads survive a fork.
void watch_forks() noexcept;

/// Whether this is such a child.
inline bool is_forked() noexcept { return in_forked_child.load(std::memory_order_relaxed); }

/// Throws: gpuc::error (GPUC0608).
[[noreturn, gnu::cold]] void refuse_forked();

/// Throws: gpuc::error (GPUC0608) in such a child.
inline void check_not_forked() {
  if (is_forked()) [[unlikely]]
    refuse_forked();
}

}  // namespace gpuc::detail
