// `gpuc doctor`: looks at everything that gpuc needs or can use, builds nothing, and says what to do about each thing
// that is missing. It needs neither LLVM nor CUDA to run.
#pragma once

#include "doctor/facts.h"

#include <string>
#include <vector>

namespace gpuc::tool::doctor {

struct DoctorOptions {
  bool json = false;        // for programs, on standard output as the text is
  bool requireGpu = false;  // a GPU that cannot be used is a failure
  bool color = false;
  std::string cuda;       // --cuda
  std::string version;    // of gpuc, for the headline
  std::string program;    // the running gpuc, links followed; what is installed lies beside it
  ProjectReport project;  // from the command
};

// Looks everything up, the machine's driver included.
Facts gatherFacts(const DoctorOptions& options, const Host& host);

// One finding per check, in the order of checks.def.
std::vector<Finding> examine(const Facts& facts);

// The exit status that the findings mean: 0, or 3 when `gpuc build` or a run on the CPU executor cannot work.
int exitStatus(const std::vector<Finding>& findings);

// Appends the report to `output` and gives the exit status.
int runDoctor(const DoctorOptions& options, const Host& host, std::string& output);

}  // namespace gpuc::tool::doctor
