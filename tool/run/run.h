// Runs what was built: its arguments, its device, its exit status.
#pragma once

#include "tool/base/result.h"

#include <string>
#include <vector>

namespace gpuc::tool::run {

struct Start {
  std::string program;
  std::vector<std::string> arguments;  // without the program
  std::string device;                  // GPUC_DEVICE for it; empty: as we found it
};

// Accepts auto, cpu, cuda and cuda:N; the diagnostic is GPUC0014.
Result<void> checkDevice(const std::string& device);

// Becomes the program, so that its signals and exit status need no passing on; returns only on failure.
Diagnostic become(const Start& start);

// Runs the program in the foreground; the exit status is as a shell gives it.
Result<int> runAndWait(const Start& start);

}  // namespace gpuc::tool::run
