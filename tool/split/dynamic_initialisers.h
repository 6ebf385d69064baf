// Finds the globals whose value is computed when the host program starts. In the IR they look like zeroes, so device
// code that reads one would silently compute with zero.
#pragma once

#include "llvm/Transforms/Utils/ValueMapper.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace gpuc::tool {

// `!gpuc.dynamic = !{!{ptr @global, !"file", i32 line}, ...}` for each such global that `device` has.
void markDynamicInitialisers(const llvm::Module& host, llvm::Module& device, const llvm::ValueToValueMapTy& map);

}  // namespace gpuc::tool
