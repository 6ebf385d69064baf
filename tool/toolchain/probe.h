// A place that discovery looked at. Every result carries all of them, in order: `gpuc doctor` prints them, and a
// failed search names them.
#pragma once

#include "tool/toolchain/host.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gpuc::tool {

struct Probe {
  std::string path;  // a file, a directory, or the name of a variable
  bool found = false;
  std::string remark;  // what was wrong or what was read there; may be empty
};

using Probes = std::vector<Probe>;

// Looks for a file and records that it did.
bool probeFile(const Host& host, std::string path, Probes& probes);

// The first of `names` in the directories of PATH, as an absolute path; empty where there is none. Directories where
// nothing lies are recorded as one probe per name, since PATH is long and says little.
std::string probePath(const Host& host, std::string_view name, Probes& probes);

}  // namespace gpuc::tool
