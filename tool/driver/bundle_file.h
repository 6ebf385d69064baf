// The bundle of a unit (abi/bundle.h), as `gpuc inspect` reads it.
#pragma once

#include "tool/base/result.h"

#include <string>
#include <vector>

namespace gpuc::tool::driver {

struct BundledKernel {
  std::string name;     // "kernels::vecadd"
  std::string symbol;   // its entry in the PTX
  std::string missing;  // why no image has it; empty: it is there
};

struct BundleFile {
  std::vector<BundledKernel> kernels;
  std::string ptx;  // of the lowest architecture; empty: none
};

// The diagnostic is GPUC0403 for a bundle that is damaged.
Result<BundleFile> readBundle(const std::string& path);

// The PTX module reduced to one entry: what other kernels alone consist of is left out.
std::string ptxOf(const std::string& ptx, const std::string& symbol);

}  // namespace gpuc::tool::driver
