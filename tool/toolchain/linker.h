// The linker: lld 22. Another linker would do for the host code, but only one is tested.
#pragma once

#include "tool/toolchain/probe.h"

#include <string>

namespace gpuc::tool {

struct Linker {
  std::string program;  // ld.lld; empty: none found
  Probes probes;

  bool found() const { return !program.empty(); }
};

// GPUC_LINKER names one outright. Else: ld.lld-22 on PATH, LLVM's own directory, then an ld.lld on PATH if it says that
// its version is 22.
Linker findLinker(const Host& host);

}  // namespace gpuc::tool
