// The main path: from gpuc.toml to programs. Here alone the order of the stages is fixed.
#pragma once

#include "tool/base/environment.h"
#include "tool/driver/reporter.h"
#include "tool/driver/tools.h"
#include "tool/model/manifest.h"
#include "tool/model/plan.h"
#include "tool/plan/units.h"

#include <string>
#include <vector>

namespace gpuc::tool::driver {

struct BuildOptions {
  plan::Goal goal = plan::Goal::Build;
  bool release = false;
  int jobs = 0;  // 0: one per processor
  std::string manifestPath;
  std::string targetDirectory;
  std::string singleFile;          // build this file, without a project
  std::string program;             // --bin: this program alone
  bool oneProgram = false;         // exactly one program is wanted, to run it
  std::string cuda;                // --cuda
  std::vector<std::string> archs;  // --arch, instead of gpuc.toml's
};

struct Build {
  int status = 0;  // what to exit with; not 0: it failed, and everything is reported
  Manifest manifest;
  std::string target;
  std::string output;  // the profile's directory in it
  Plan plan;
};

Build build(const Environment& environment, const BuildOptions& options, Reporter& reporter);

// compile_commands.json and the launcher stubs of a project, for editors, before anything is built.
Result<void> prepareEditor(const Environment& environment, const std::string& manifestPath, Reporter& reporter);

// The target directory of a project: `given` (--target-dir) or target/ beside gpuc.toml.
std::string targetDirectory(const Environment& environment, const Manifest& manifest, const std::string& given);

}  // namespace gpuc::tool::driver
