#include "tool/split/requirements_body.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
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

// In the order in which they run.
SmallVector<CallBase*, 4> findRequirements(Function& kernel) {
  SmallVector<CallBase*, 4> found;
  for (Instruction& instruction : instructions(kernel))
    if (auto* call = dyn_cast<CallBase>(&instruction); call && isRequirement(call->getCalledFunction()))
      found.push_back(call);
  DominatorTree dominators(kernel);
  stable_sort(found, [&](CallBase* a, CallBase* b) { return dominators.dominates(a, b); });
  return found;
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

// Whether calls lead from `function` back to it.
bool isRecursive(const Function& function) {
  SmallPtrSet<const Function*, 16> seen;
  SmallVector<const Function*, 16> pending{&function};
  while (!pending.empty())
    for (const Instruction& instruction : instructions(*pending.pop_back_val())) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      const Function* callee = call ? call->getCalledFunction() : nullptr;
      if (callee == &function) return true;
      if (callee && !callee->isDeclaration() && seen.insert(callee).second) pending.push_back(callee);
    }
  return false;
}

// The helpers that a requirement calls wrap like the requirement itself, so they are checked with it. Recursive ones
// stay calls.
void inlineCallees(Function& kernel) {
  for (bool changed = true; changed;) {
    changed = false;
    for (Instruction& instruction : instructions(kernel)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      Function* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee || callee->isDeclaration() || callee == &kernel || isRequirement(callee) || isRecursive(*callee))
        continue;
      InlineFunctionInfo info;
      if (InlineFunction(*call, info).isSuccess()) {
        changed = true;
        break;
      }
    }
  }
}

// The intrinsic that says whether `operation` overflows in its own arithmetic; none: it cannot.
Intrinsic::ID overflowing(const BinaryOperator& operation) {
  bool isSigned = operation.hasNoSignedWrap();
  switch (operation.getOpcode()) {
    case Instruction::Add: return isSigned ? Intrinsic::sadd_with_overflow : Intrinsic::uadd_with_overflow;
    case Instruction::Sub: return isSigned ? Intrinsic::ssub_with_overflow : Intrinsic::usub_with_overflow;
    case Instruction::Mul: return isSigned ? Intrinsic::smul_with_overflow : Intrinsic::umul_with_overflow;
    default: return Intrinsic::not_intrinsic;
  }
}

// Whether `operation`, a division or a shift, has no result; null: it always has one.
Value* undefined(IRBuilder<>& build, const BinaryOperator& operation) {
  Value *left = operation.getOperand(0), *right = operation.getOperand(1);
  unsigned bits = operation.getType()->getIntegerBitWidth();
  auto constant = [&](const APInt& value) { return ConstantInt::get(operation.getType(), value); };
  switch (operation.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::URem: return build.CreateICmpEQ(right, constant(APInt::getZero(bits)));
    case Instruction::SDiv:
    case Instruction::SRem: {
      Value* most = build.CreateAnd(build.CreateICmpEQ(left, constant(APInt::getSignedMinValue(bits))),
                                    build.CreateICmpEQ(right, constant(APInt::getAllOnes(bits))));
      return build.CreateOr(most, build.CreateICmpEQ(right, constant(APInt::getZero(bits))));
    }
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr: return build.CreateICmpUGE(right, constant(APInt(bits, bits)));
    default: return nullptr;
  }
}

// A requirement says something only if each operation in it has the result that it has in arithmetic.
void checkArithmetic(Function& kernel) {
  SmallVector<BinaryOperator*, 8> operations;
  for (Instruction& instruction : instructions(kernel))
    if (auto* operation = dyn_cast<BinaryOperator>(&instruction); operation && operation->getType()->isIntegerTy())
      operations.push_back(operation);
  Module& module = *kernel.getParent();
  FunctionCallee wrapped =
      module.getOrInsertFunction("__gpuc_requirement_wrapped", Type::getVoidTy(module.getContext()));
  for (BinaryOperator* operation : operations) {
    IRBuilder<> build(operation);
    if (Intrinsic::ID checked = overflowing(*operation); checked != Intrinsic::not_intrinsic) {
      Value* pair = build.CreateBinaryIntrinsic(checked, operation->getOperand(0), operation->getOperand(1));
      Value* value = build.CreateExtractValue(pair, 0);
      Value* overflow = build.CreateExtractValue(pair, 1);
      Instruction* then = SplitBlockAndInsertIfThen(overflow, operation->getIterator(), /*Unreachable=*/false);
      IRBuilder<>(then).CreateCall(wrapped);
      operation->replaceAllUsesWith(value);
      operation->eraseFromParent();
    } else if (Value* bad = undefined(build, *operation); bad && !match(bad, PatternMatch::m_Zero())) {
      // With 1 on the right it has a result, whatever was wrong.
      Value* right = build.CreateSelect(bad, ConstantInt::get(operation->getType(), 1), operation->getOperand(1));
      operation->setOperand(1, right);
      Instruction* then = SplitBlockAndInsertIfThen(bad, operation->getIterator(), /*Unreachable=*/false);
      IRBuilder<>(then).CreateCall(wrapped);
    }
  }
}

}  // namespace

void keepRequirementsOnly(Function& kernel) {
  SmallVector<CallBase*, 4> requirements = findRequirements(kernel);
  // The second argument becomes the requirement's number: several can stand in one line.
  for (auto [index, call] : enumerate(requirements))
    call->setArgOperand(1, ConstantInt::get(call->getArgOperand(1)->getType(), index));
  cutBehind(kernel, requirements.empty() ? nullptr : requirements.back());
  if (requirements.empty()) return;
  inlineCallees(kernel);
  checkArithmetic(kernel);
}

}  // namespace gpuc::tool
