// From a prepared device module (tool/device) to PTX. The module's text form is complete: kernels, sites and places
// travel as metadata.
#pragma once

#include "tool/base/diagnostic.h"
#include "tool/model/ptx_module.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class Module;
}  // namespace llvm

namespace gpuc::tool {

struct LoweringOptions {
  std::string arch = "sm_80";
  std::string libdevice;     // path of libdevice.10.bc, empty: none
  bool gpuRequired = false;  // a kernel that cannot be lowered here is an error, not a missing kernel
  // Called after each pass of ours and after the optimiser, for dumps.
  std::function<void(std::string_view pass, const llvm::Module& module)> trace;
};

struct LoweringResult {
  bool ok = false;
  PtxModule ptx;  // when ok
  std::vector<Diagnostic> diagnostics;
};

// Always optimises fully, in every profile: whether a call through a pointer can be followed must not depend on it.
// Changes `module` beyond further use; it must have been through prepareDevice. Threads: one per LLVMContext.
LoweringResult lowerToPtx(llvm::Module& module, const LoweringOptions& options);

}  // namespace gpuc::tool
