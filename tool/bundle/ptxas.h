// PTX to cubin by NVIDIA's assembler.
#pragma once

#include "tool/base/result.h"

#include <string>

namespace gpuc::tool {

// `ptx` is ours, so whatever ptxas says against it is our bug: GPUC0401, with its words, never without.
Result<std::string> assemble(const std::string& ptxas, const std::string& ptx, const std::string& arch);

}  // namespace gpuc::tool
