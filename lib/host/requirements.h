// Runs a kernel's launch_requires on the host. The kernel's host body calls back through __gpuc_requires, so what it
// says is collected in a thread_local.
#pragma once

#include "gpuc/abi/launch.h"

namespace gpuc::detail {

/// `objects` points to the parameters' objects. Throws: gpuc::launch_error where a requirement does not hold.
void check_requirements(const abi::kernel& target, void* const* objects);

}  // namespace gpuc::detail
