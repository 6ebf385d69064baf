// The host API of a tile kernel: one function with the kernel's own name.
#pragma once

#include "tool/model/launchers.h"

#include <string>

namespace gpuc::tool {

// What takes the kernel's address, which must come before the function that hides it.
std::string emitTileHandle(const LauncherKernel& kernel);

// The function itself. `tag` is the module's ABI tag, as an attribute.
std::string emitTileLauncher(const LauncherKernel& kernel, const std::string& tag);

// A declaration of it for editors.
std::string emitTileStub(const LauncherKernel& kernel);

}  // namespace gpuc::tool
