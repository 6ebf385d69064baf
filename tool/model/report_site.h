// A place in the user's source that can report a fault when a kernel runs.
#pragma once

#include "lib/include/gpuc/abi/bundle.h"

#include <cstdint>
#include <string>

namespace gpuc::tool {

// The position in the module's table is the number that the device code reports.
struct ReportSite {
  abi::report_kind kind = abi::report_kind::trap;
  std::uint32_t kernel = abi::any_kernel;  // index of the kernel
  std::string file;                        // relative to the project where it is inside, "" if unknown
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string text;  // what was asserted or thrown

  friend bool operator==(const ReportSite&, const ReportSite&) = default;
};

}  // namespace gpuc::tool
