// The GPU code of one source file for one architecture, as text.
#pragma once

#include "tool/model/report_site.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gpuc::tool {

// A kernel that the module does not hold, because this machine lacks something that it needs.
struct MissingKernel {
  std::uint32_t kernel = 0;  // index
  std::string reason;        // "GPUC0316: ..."
};

struct PtxModule {
  std::string text;
  std::string arch;                    // "sm_80"
  unsigned ptxVersion = 0;             // times ten
  std::vector<std::uint32_t> kernels;  // indices of those in the module, ascending
  std::vector<MissingKernel> missing;
  std::vector<ReportSite> sites;
};

}  // namespace gpuc::tool
