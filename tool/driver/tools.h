// What a build is made with: gpuc's own parts and the machine's. Found once and remembered in the output directory's
// state while nothing that the search looked at has changed.
#pragma once

#include "tool/base/environment.h"
#include "tool/base/result.h"
#include "tool/plan/state.h"

#include <string>
#include <vector>

namespace gpuc::tool::driver {

struct Tools {
  std::string compiler;        // gpuc-cc
  std::string include;         // the public headers
  std::string runtimeLibrary;  // libgpuc.a
  std::string testLibrary;     // libgpuc_test_main.a
  std::string precompiled;     // directory of precompiled headers
  std::string linker;          // ld.lld
  std::string gccDirectory;
  std::string startFiles;
  std::string clang;                     // for compile_commands.json; may be empty
  std::string ptxas;                     // may be empty
  std::string libdevice;                 // may be empty
  std::vector<std::string> nativeArchs;  // of the GPUs here; may be empty
};

// `cuda` is --cuda. Fails when a program could not be built (GPUC0701, 0702, 0703 or 0707), or
// when the toolkit that was named is none (GPUC0704).
Result<Tools> findTools(const Environment& environment, const std::string& cuda, plan::State& state);

}  // namespace gpuc::tool::driver
