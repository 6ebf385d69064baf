// Device code before it is known where it will run: from what Clang made of the kernels and all that they reach
// (unoptimised x86-64 IR) to the same code checked, without exceptions, inlined into its kernels, with every fault
// numbered. GPU and CPU lowering both start from the result, so a site has one number on both.
#pragma once

#include "tool/device/context.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace gpuc::tool {

// Runs the passes of passes.def in order. False, with the reasons in `context`, when the code is not device code;
// the module is then of no more use.
bool prepareDevice(llvm::Module& module, DeviceContext& context);

}  // namespace gpuc::tool
