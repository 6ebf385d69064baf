// Faults before `lower-reports` numbers them: `call void @__gpuc_fault(i32 kind, ptr text)`.
#pragma once

#include "tool/device/functions.h"

#include "llvm/IR/IRBuilder.h"

namespace gpuc::tool {

// The call, which does not return; what follows it is the caller's to make unreachable.
llvm::CallInst* makeFault(llvm::IRBuilder<>& builder, const Fault& fault);

}  // namespace gpuc::tool
