// NVIDIA's device library, linked function by function.
#pragma once

#include "tool/base/result.h"

#include <string>

namespace llvm {
class Module;
}  // namespace llvm

namespace gpuc::tool {

// Gives the undefined __nv_* functions of `module` their bodies, internal, for a GPU of `capability` (80 for sm_80).
Result<void> linkLibdevice(llvm::Module& module, const std::string& path, unsigned capability);

// The same for what the C library and compiler-rt have and libdevice lacks, from gpuc's own bitcode
// (lowering/runtime).
Result<void> linkDeviceRuntime(llvm::Module& module);

}  // namespace gpuc::tool
