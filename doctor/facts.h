// What the checks judge: everything is looked up once, before the first check, and no check looks up anything that
// another needs too.
#pragma once

#include "doctor/finding.h"
#include "tool/base/diagnostic.h"
#include "tool/toolchain/clang.h"
#include "tool/toolchain/cuda.h"
#include "tool/toolchain/gpu.h"
#include "tool/toolchain/installation.h"
#include "tool/toolchain/linker.h"

#include <string>
#include <vector>

namespace gpuc::tool::doctor {

// What the command knows about the project around it; the doctor does not read manifests itself.
struct ProjectReport {
  std::string manifest;  // the path of gpuc.toml; empty: not inside a project
  std::string name;      // "vecadd_demo 0.1.0"
  std::vector<Diagnostic> diagnostics;
  Probes probes;  // the directories that were searched
};

struct Machine {
  std::string system;        // "Linux"
  std::string release;       // "6.1.0-18-amd64"
  std::string architecture;  // "x86_64"
};

struct Facts {
  Host host;
  Machine machine;
  ClangInstallation clang;
  Linker linker;
  CudaToolkit cuda;
  GpuDriver driver;
  Installation installation;
  ProjectReport project;
  bool requireGpu = false;

  // A problem that only stops the GPU.
  Verdict gpuProblem() const { return requireGpu ? Verdict::Failure : Verdict::Warning; }
};

}  // namespace gpuc::tool::doctor
