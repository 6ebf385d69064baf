// PTX text of a lowered module.
#pragma once

#include "tool/lowering/context.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace gpuc::tool {

// The lowest PTX version, times ten, that has everything `module` uses on the context's architecture.
unsigned neededPtxVersion(const llvm::Module& module, const LoweringContext& context);

// Empty, with the reason in `context`, when the backend refused something.
std::string emitPtx(llvm::Module& module, LoweringContext& context, unsigned ptxVersion);

}  // namespace gpuc::tool
