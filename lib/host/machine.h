// What the runtime asks of the machine that it finds itself on. One table, so that tests can put it on any machine:
// without a driver, with an old one, with a GPU that was not mounted.
#pragma once

#include "lib/host/driver_api.h"

#include <string>

namespace gpuc::detail {

struct machine {
  const driver::library& (*driver)();
  /// A file that shows that there is an NVIDIA GPU although there may be no driver library; "" if there is none.
  std::string (*gpu_trace)();
  /// Value of GPUC_DEVICE, "" where it is not set.
  std::string (*device_choice)();
  /// Whether GPUC_LAUNCH_BLOCKING asks for every launch to be waited for.
  bool (*launch_blocking)();
  /// Instructions that the CPU executor needs and this processor lacks, "" if none.
  std::string (*missing_cpu_features)();
  /// Says `line` on stderr.
  void (*notice)(const char* line);
};

/// The real machine; tests assign to it.
machine& this_machine() noexcept;

}  // namespace gpuc::detail
