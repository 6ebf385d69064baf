// The GCC installation whose C++ standard library and start files Clang uses. Clang takes the highest version that
// has a crtbegin.o, whether or not that version's libstdc++ headers are installed: a machine with g++-12 and the bare
// gcc-13 then fails at the first #include <vector>. gpuc finds that out before the compiler does.
#pragma once

#include "tool/toolchain/probe.h"

#include <string>
#include <vector>

namespace gpuc::tool {

struct GccInstallation {
  std::string directory;              // /usr/lib/gcc/x86_64-linux-gnu/12; empty: none
  std::string version;                // the directory's name, "12"
  std::vector<std::string> includes;  // the directories of libstdc++'s headers; empty: they are missing
  std::string otherWithHeaders;       // a lower version that has headers where the chosen one has none
  std::string startFiles;             // the directory of Scrt1.o, crti.o and crtn.o; empty: missing
  Probes probes;

  bool found() const { return !directory.empty(); }
  bool hasHeaders() const { return !includes.empty(); }
};

GccInstallation findGcc(const Host& host);

}  // namespace gpuc::tool
