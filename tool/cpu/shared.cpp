// cpu-shared. A shared variable with `!gpuc.shared !{i64 offset}` becomes block->shared + offset: in an entry's body
// the parameter named gpuc.shared, in a function that was not inlined what the runtime says.
#include "tool/cpu/passes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

namespace gpuc::tool {

using namespace llvm;

namespace {

Value* arenaOf(Function& function, DenseMap<Function*, Value*>& arenas) {
  Value*& arena = arenas[&function];
  if (arena) return arena;
  for (Argument& argument : function.args())
    if (argument.getName() == "gpuc.shared") return arena = &argument;
  IRBuilder<> build(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  FunctionCallee runtime = function.getParent()->getOrInsertFunction("__gpuc_cpu_shared", build.getPtrTy());
  return arena = build.CreateCall(runtime);
}

}  // namespace

void placeCpuShared(Module& module) {
  DenseMap<Function*, Value*> arenas;
  for (GlobalVariable& variable : make_early_inc_range(module.globals())) {
    MDNode* place = variable.getMetadata("gpuc.shared");
    if (!place) continue;
    std::uint64_t offset = mdconst::extract<ConstantInt>(place->getOperand(0))->getZExtValue();
    convertUsersOfConstantsToInstructions({&variable});
    for (Use& use : make_early_inc_range(variable.uses())) {
      auto* user = cast<Instruction>(use.getUser());
      Value* arena = arenaOf(*user->getFunction(), arenas);
      // A phi takes its value at the end of the block that it comes from.
      auto* phi = dyn_cast<PHINode>(user);
      IRBuilder<> build(phi ? phi->getIncomingBlock(use)->getTerminator() : user);
      use.set(build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), arena, offset));
    }
    variable.removeDeadConstantUsers();
    if (variable.use_empty()) variable.eraseFromParent();
  }
}

}  // namespace gpuc::tool
