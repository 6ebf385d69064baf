// What a package may be called: its name becomes a directory, a file name and part of symbols.
#pragma once

#include "tool/base/result.h"

#include <string>

namespace gpuc::tool::manifest {

// The diagnostic is GPUC0007.
Result<void> checkName(const std::string& name);

}  // namespace gpuc::tool::manifest
