// What the passes of GPU lowering share.
#pragma once

#include "tool/device/context.h"
#include "tool/lowering/lowering.h"
#include "tool/model/ptx_module.h"

#include <vector>

namespace gpuc::tool {

struct LoweringContext : DeviceContext {
  LoweringOptions options;
  std::vector<MissingKernel> missing;

  // 80 of "sm_80" and of "sm_80a".
  unsigned capability() const { return static_cast<unsigned>(std::stoul("0" + options.arch.substr(3))); }
};

}  // namespace gpuc::tool
