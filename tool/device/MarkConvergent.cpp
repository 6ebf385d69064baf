// mark-convergent: marks every function and every call convergent, before any pass that moves code. Clang compiled
// for the host, where no call depends on which threads make it together; without the mark a barrier is cloned into
// both arms of a branch and the block hangs. LLVM infers the mark away where nothing convergent is reached.
#include "tool/device/passes.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace gpuc::tool {

llvm::PreservedAnalyses MarkConvergent::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module) {
    if (function.isIntrinsic()) continue;  // these say themselves what they are
    function.addFnAttr(llvm::Attribute::Convergent);
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        const llvm::Function* callee = call->getCalledFunction();
        if (!callee || !callee->isIntrinsic()) call->setConvergent();
      }
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
