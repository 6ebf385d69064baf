// From a module's kernels to the C++ text of its host API: `module_type` with `prepare_NAME` and `NAME`, and `load`.
// Pure: text in, text out. The text is parsed at the module's closing brace, inside its enclosing namespaces.
#pragma once

#include "tool/model/launchers.h"

#include <string>

namespace gpuc::tool {

std::string emitLaunchers(const LauncherModule& module);

// Declarations with the same names for editors, which see neither the attribute nor the generated text. Included
// before the source file, so no name of the module is used.
std::string emitEditorStub(const std::vector<LauncherModule>& modules);

}  // namespace gpuc::tool
