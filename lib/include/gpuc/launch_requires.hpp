/// Relations between a kernel's arguments that every launch checks.
#pragma once

#include "gpuc/abi/launch.h"

namespace gpuc {

/// States that `holds` is true for every launch. Stands among the first statements of a kernel; every launch
/// evaluates it on the host and refuses where it is false or where its arithmetic wraps (GPUC0601,
/// errc::size_requirement), so device code may rely on it: bounds checks that it proves disappear.
/// `index` is the compiler's business.
[[gnu::always_inline]] inline void launch_requires(bool holds, unsigned index = 0) noexcept {
  __gpuc_requires(holds, index);
}

}  // namespace gpuc
