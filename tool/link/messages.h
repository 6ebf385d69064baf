// What lld says -> diagnostics about the user's source. lld knows objects; the user knows files.
#pragma once

#include "tool/base/diagnostic.h"

#include <map>
#include <string>
#include <vector>

namespace gpuc::tool::link {

struct Sources {
  std::string directory;                       // the project's root
  std::map<std::string, std::string> objects;  // object file -> source, relative to the root
  std::string main;                            // the source that should bring main
};

// Never empty: a failed link that lld did not explain is a diagnostic too.
std::vector<Diagnostic> diagnose(const std::string& output, const Sources& sources);

}  // namespace gpuc::tool::link
