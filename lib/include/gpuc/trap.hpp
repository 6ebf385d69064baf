/// Ending a thread of a kernel.
#pragma once

#include "gpuc/device/builtins.hpp"

namespace gpuc {

/// The thread leaves the kernel; the next synchronising call throws gpuc::device_error (GPUC0602, errc::trap) with this
/// line, the block and the thread. The other threads go on. Device code only: on the host it ends the program.
[[noreturn, gnu::always_inline]] inline void trap() noexcept { __gpuc_trap(); }

}  // namespace gpuc
