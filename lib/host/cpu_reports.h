// Where the CPU executor's faults go: to the record that the GPU would have written.
#pragma once

#include "lib/host/cpu_executor.h"

namespace gpuc::detail {

/// Records `found` in its module unless that has a fault already. `context` is the abi::context_state of the launch.
void record_cpu_fault(void* context, const cpu::fault& found) noexcept;

}  // namespace gpuc::detail
