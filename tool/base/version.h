// The version of this gpuc, from the top CMakeLists.txt.
#pragma once

namespace gpuc::tool {

inline constexpr const char* kVersion = GPUC_VERSION;

}  // namespace gpuc::tool
