#include "lib/host/machine.h"

#include "lib/host/cpu_executor.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace gpuc::detail {

namespace {

std::string gpu_trace() {
  // The first is what containers get, the second what a host has whose GPU was not passed on.
  for (const char* path : {"/dev/nvidiactl", "/dev/nvidia0", "/proc/driver/nvidia/version"})
    if (access(path, F_OK) == 0) return path;
  return {};
}

std::string device_choice() {
  const char* value = std::getenv("GPUC_DEVICE");
  return value != nullptr ? value : "";
}

bool launch_blocking() {
  const char* value = std::getenv("GPUC_LAUNCH_BLOCKING");
  return value != nullptr && *value != '\0' && std::strcmp(value, "0") != 0;
}

void notice(const char* line) { std::fprintf(stderr, "%s\n", line); }

}  // namespace

machine& this_machine() noexcept {
  static machine real{&driver::open_library,  &gpu_trace, &device_choice, &launch_blocking,
                      &cpu::missing_features, &notice};
  return real;
}

}  // namespace gpuc::detail
