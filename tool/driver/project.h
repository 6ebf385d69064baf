// Which project a command is about.
#pragma once

#include "tool/base/environment.h"
#include "tool/base/result.h"
#include "tool/manifest/load.h"

#include <string>

namespace gpuc::tool::driver {

// The path of gpuc.toml: `given` (--manifest-path) or the nearest one in the current directory and those above it.
// The diagnostic is GPUC0002.
Result<std::string> findManifest(const Environment& environment, const std::string& given);

// What stands for gpuc.toml when a single file is built: `file` as given on the command line.
Result<Manifest> singleFileManifest(const Environment& environment, const std::string& file);

// Where a single file's outputs go, so that nothing appears beside it: a directory of its own in the user's cache, or
// in the place for temporary files when there is no home.
std::string singleFileTarget(const Environment& environment, const std::string& path);

}  // namespace gpuc::tool::driver
