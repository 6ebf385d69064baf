// The GPU architectures that gpuc builds for.
#pragma once

#include "tool/base/result.h"

#include <string>

namespace gpuc::tool::manifest {

// Accepts "native" and the sm_NN names of compute capability 8.0 and later; the diagnostic is GPUC0015.
Result<void> checkArch(const std::string& arch);

}  // namespace gpuc::tool::manifest
