#include "tool/split/requirements_body.h"

#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

namespace gpuc::tool {

using namespace llvm;

namespace {

bool isRequirement(const Function* function) {
  return function &&
         (function->getName().starts_with("_ZN4gpuc15launch_requires") || function->getName() == "__gpuc_requires");
}

CallBase* lastRequirement(Function& kernel) {
  DominatorTree dominators(kernel);
  CallBase* last = nullptr;
  for (Instruction& instruction : instructions(kernel))
    if (auto* call = dyn_cast<CallBase>(&instruction); call && isRequirement(call->getCalledFunction()))
      if (!last || dominators.dominates(last, call)) last = call;
  return last;
}

// Ends the function behind `last`, or at its start.
void cutBehind(Function& kernel, CallBase* last) {
  BasicBlock* block = last ? last->getParent() : &kernel.getEntryBlock();
  if (auto* invoke = dyn_cast_or_null<InvokeInst>(last)) {
    // Its block ends with it; the normal successor starts with what is cut.
    block = SplitEdge(block, invoke->getNormalDest());
    last = nullptr;
    changeToUnreachable(&block->front());
  } else {
    changeToUnreachable(last ? &*std::next(last->getIterator())
                             : &*kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  }
  Instruction* end = block->getTerminator();
  IRBuilder<>(end).CreateRetVoid();
  end->eraseFromParent();
  removeUnreachableBlocks(kernel);
}

// The helpers that a requirement calls wrap like the requirement itself, so they are checked with it.
void inlineCallees(Function& kernel) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Instruction& instruction : instructions(kernel)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      Function* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || callee->isDeclaration() || callee == &kernel || isRequirement(callee)) continue;
      InlineFunctionInfo info;
      if (InlineFunction(*call, info).isSuccess()) {
        changed = true;
        break;
      }
    }
  }
}

void checkArithmetic(Function& kernel) {
  SmallVector<BinaryOperator*, 8> operations;
  for (Instruction& instruction : instructions(kernel))
    if (auto* operation = dyn_cast<BinaryOperator>(&instruction); operation && !operation->getType()->isVectorTy())
      switch (operation->getOpcode()) {
        case Instruction::Add:
        case Instruction::Sub:
        case Instruction::Mul:
          if (!operation->hasNoSignedWrap()) operations.push_back(operation);
          break;
        default: break;
      }
  Module& module = *kernel.getParent();
  FunctionCallee wrapped =
      module.getOrInsertFunction("__gpuc_requirement_wrapped", Type::getVoidTy(module.getContext()));
  for (BinaryOperator* operation : operations) {
    IRBuilder<> build(operation);
    Intrinsic::ID checked = operation->getOpcode() == Instruction::Add   ? Intrinsic::uadd_with_overflow
                            : operation->getOpcode() == Instruction::Sub ? Intrinsic::usub_with_overflow
                                                                         : Intrinsic::umul_with_overflow;
    Value* pair = build.CreateBinaryIntrinsic(checked, operation->getOperand(0), operation->getOperand(1));
    Value* value = build.CreateExtractValue(pair, 0);
    Value* overflow = build.CreateExtractValue(pair, 1);
    Instruction* then = SplitBlockAndInsertIfThen(overflow, operation->getIterator(), /*Unreachable=*/false);
    IRBuilder<>(then).CreateCall(wrapped);
    operation->replaceAllUsesWith(value);
    operation->eraseFromParent();
  }
}

}  // namespace

void keepRequirementsOnly(Function& kernel) {
  CallBase* last = lastRequirement(kernel);
  cutBehind(kernel, last);
  if (!last) return;
  inlineCallees(kernel);
  checkArithmetic(kernel);
}

}  // namespace gpuc::tool
