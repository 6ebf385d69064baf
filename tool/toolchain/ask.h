// What a program of the probed machine prints.
#pragma once

#include "tool/toolchain/host.h"

#include <optional>
#include <string>
#include <vector>

namespace gpuc::tool {

// Runs `command`, whose first element is a path as the probed machine names it, and gives what it wrote to standard
// output; nothing where it cannot be started or fails.
std::optional<std::string> ask(const Host& host, std::vector<std::string> command);

}  // namespace gpuc::tool
