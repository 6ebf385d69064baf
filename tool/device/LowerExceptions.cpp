// lower-exceptions: no exception is ever in flight on the device. What would start one, and every other way to end
// the program, becomes a fault that `lower-reports` numbers; what would catch or clean up after one is unreachable.
//
//   %e = call ptr @__cxa_allocate_exception(i64 16)      call void @__gpuc_fault(i32 6, ptr @"std::range_error: x")
//   ...                                             =>   unreachable
//   call void @__cxa_throw(ptr %e, ...)
//   invoke void @f() to label %a unwind label %b    =>   call void @f()
//                                                        br label %a
//
// Requires: `verify-device` found no try block of the user's. Guarantees: no invoke, landingpad, resume or
// personality; every function is nounwind; globals and functions that only such code used are gone.
#include "tool/device/faults.h"
#include "tool/device/passes.h"

#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

namespace gpuc::tool {

namespace {

// Cuts `block` behind a fault that replaces `call`.
void replaceByFault(llvm::CallBase& call, const Fault& fault) {
  llvm::IRBuilder<> builder(&call);
  makeFault(builder, fault)->setDebugLoc(call.getDebugLoc());
  llvm::changeToUnreachable(&call);
}

bool lowerFaults(llvm::Function& function) {
  bool changed = false;
  for (llvm::BasicBlock& block : llvm::make_early_inc_range(function))
    for (llvm::Instruction& instruction : block) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call) continue;
      if (std::optional<Fault> fault = faultOf(*call)) {
        replaceByFault(*call, *fault);
        changed = true;
        break;
      }
    }
  return changed;
}

}  // namespace

llvm::PreservedAnalyses LowerExceptions::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    // Exceptions of code that never runs on the device are never thrown, so the edges go first: the text of a throw
    // is then found on calls only.
    for (llvm::BasicBlock& block : llvm::make_early_inc_range(function))
      if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(block.getTerminator())) llvm::changeToCall(invoke);
    lowerFaults(function);
    llvm::removeUnreachableBlocks(function);
    if (function.hasPersonalityFn()) function.setPersonalityFn(nullptr);
    function.setDoesNotThrow();
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : block)
        if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) call->setDoesNotThrow();
  }
  // What only throw expressions used would otherwise be lowered, and need functions that the device lacks.
  llvm::GlobalDCEPass().run(module, analyses);
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
