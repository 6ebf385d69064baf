// Clang 22 as the machine has it. gpuc-cc has the compiler itself built in; from the machine it takes Clang's own
// headers (stddef.h and so on) and the GCC installation that lies beneath.
#pragma once

#include "tool/toolchain/gcc.h"

#include <string>

namespace gpuc::tool {

inline constexpr int kClangMajor = 22;

struct ClangInstallation {
  std::string program;      // clang-22; empty: not installed, which only editors and gpuc's own build notice
  std::string resourceDir;  // holds include/stddef.h; empty: missing
  GccInstallation gcc;
  Probes probes;  // for program and resourceDir

  bool usable() const { return !resourceDir.empty() && gcc.found() && gcc.hasHeaders(); }
};

ClangInstallation findClang(const Host& host);

}  // namespace gpuc::tool
