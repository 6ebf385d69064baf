// The device bundle of abi/bundle.h: images, kernels and report sites in one block of bytes.
#pragma once

#include "lib/include/gpuc/abi/bundle.h"
#include "lib/include/gpuc/abi/kernel.h"
#include "tool/model/report_site.h"

#include <string>
#include <vector>

namespace gpuc::tool {

struct BundleImage {
  abi::image_kind kind = abi::image_kind::ptx;
  unsigned capability = 0;  // compute capability times ten
  unsigned ptxVersion = 0;  // times ten
  bool reports = false;     // it has the report slot
  std::string bytes;
};

struct BundleKernel {
  std::string name;
  std::string symbol;
  std::string missing;  // why no image has it, empty: it is there
};

struct Bundle {
  std::vector<BundleImage> images;
  std::vector<BundleKernel> kernels;  // in the order of abi::kernel's index
  std::vector<ReportSite> sites;
};

std::string packBundle(const Bundle& bundle);

}  // namespace gpuc::tool
