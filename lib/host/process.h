// The process that the runtime is in.
#pragma once

namespace gpuc::detail {

/// From the first context on: neither the driver nor the CPU executor's threads survive a fork.
void watch_forks() noexcept;

/// Whether this is the child of a fork of a process that had a context. Async-signal-safe.
bool is_forked() noexcept;

/// Throws: gpuc::error (GPUC0608) in such a child.
void check_not_forked();

}  // namespace gpuc::detail
