// A first, cheap simplification of a module.
#pragma once

#include "llvm/IR/PassManager.h"

namespace llvm {
class Module;
}  // namespace llvm

namespace gpuc::tool {

// Enough to see constants through inlined accessors: the operation and order of an atomic, the exponent of a pow.
void simplify(llvm::Module& module);

// The passes of which that consists.
void addSimplification(llvm::FunctionPassManager& passes);

}  // namespace gpuc::tool
