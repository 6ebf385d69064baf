// gpuc-cc --archive: object files in one library.
#pragma once

#include "tool/base/result.h"

#include <string>
#include <vector>

namespace gpuc::tool {

// Writes an archive with an index, whose bytes depend on those of its members only.
Result<void> writeArchive(const std::string& output, const std::vector<std::string>& objects);

}  // namespace gpuc::tool
