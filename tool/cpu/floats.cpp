// cpu-floats. Clang leaves `a * b + c` within one expression to the target as llvm.fmuladd, and the GPU fuses it. So
// that both executors round alike it is fused here too, whatever a cost model thinks.
#include "tool/cpu/passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace gpuc::tool {

using namespace llvm;

void lowerCpuFloats(Module& module) {
  for (Function& function : module) {
    if (!function.isDeclaration()) function.addFnAttr("target-cpu", kCpuProcessor);
    for (Instruction& instruction : make_early_inc_range(instructions(function))) {
      auto* call = dyn_cast<IntrinsicInst>(&instruction);
      if (!call || call->getIntrinsicID() != Intrinsic::fmuladd) continue;
      IRBuilder<> build(call);
      Value* fused =
          build.CreateIntrinsic(Intrinsic::fma, {call->getType()},
                                {call->getArgOperand(0), call->getArgOperand(1), call->getArgOperand(2)}, call);
      call->replaceAllUsesWith(fused);
      call->eraseFromParent();
    }
  }
}

}  // namespace gpuc::tool
