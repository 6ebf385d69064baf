// guard-divisions: an integer division by zero, and one whose result does not fit (the smallest number by -1), is a
// fault of the one thread, with its operands. Left alone it would end the whole program on x86-64, with a signal, and
// give some number on a GPU:
//
//   %q = sdiv i32 %a, %b   =>   %z = icmp eq i32 %b, 0
//                               br i1 %z, label %fault, label %next    ; fault: __gpuc_division_by_zero(%a, 1)
//
// Divisors that are known are left alone, and the optimiser drops the checks that it can prove. So are the divisions of
// a kernel's launch requirements: a launch for which one is undefined was refused. Requires: `lower-exceptions`, and
// not yet `force-inline`, behind which requirements look like other code. Guarantees: no integer division is undefined.
#include "lib/include/gpuc/abi/bundle.h"
#include "tool/device/passes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace gpuc::tool {

namespace {

bool isSigned(const llvm::BinaryOperator& division) {
  return division.getOpcode() == llvm::Instruction::SDiv || division.getOpcode() == llvm::Instruction::SRem;
}

bool isDivision(const llvm::Instruction& instruction) {
  auto opcode = instruction.getOpcode();
  return opcode == llvm::Instruction::SDiv || opcode == llvm::Instruction::SRem || opcode == llvm::Instruction::UDiv ||
         opcode == llvm::Instruction::URem;
}

// A report has two 64-bit values; of a vector, the first lane stands for all.
llvm::Value* reported(llvm::IRBuilder<>& build, llvm::Value* value, bool asSigned) {
  if (value->getType()->isVectorTy()) value = build.CreateExtractElement(value, std::uint64_t{0});
  return build.CreateIntCast(value, build.getInt64Ty(), asSigned);
}

// In front of `division`: where `bad` holds, the thread calls `fault` with the dividend and `second`.
void guard(llvm::BinaryOperator& division, llvm::Value* bad, const char* fault, std::int64_t second) {
  llvm::Module& module = *division.getModule();
  llvm::IRBuilder<> build(&division);
  if (bad->getType()->isVectorTy()) bad = build.CreateOrReduce(bad);
  llvm::MDNode* unlikely = llvm::MDBuilder(division.getContext()).createUnlikelyBranchWeights();
  llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(bad, &division, /*Unreachable=*/true, unlikely);
  llvm::IRBuilder<> inside(end);
  llvm::FunctionCallee callee =
      module.getOrInsertFunction(fault, inside.getVoidTy(), inside.getInt64Ty(), inside.getInt64Ty());
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotReturn();
  function->setDoesNotThrow();
  function->addFnAttr(llvm::Attribute::Cold);
  function->addFnAttr(llvm::Attribute::Convergent);
  llvm::CallInst* call = inside.CreateCall(callee, {reported(inside, division.getOperand(0), isSigned(division)),
                                                    llvm::ConstantInt::getSigned(inside.getInt64Ty(), second)});
  call->setDoesNotReturn();
  call->setConvergent();
  call->setDebugLoc(division.getDebugLoc());
}

// The instructions of a kernel that its requirements are made of: all from which the last one can be reached.
class RequirementCode {
 public:
  explicit RequirementCode(llvm::Function& function) {
    llvm::SmallVector<llvm::BasicBlock*, 8> pending;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      llvm::StringRef name = call && call->getCalledFunction() ? call->getCalledFunction()->getName() : "";
      if (!name.starts_with("_ZN4gpuc15launch_requires") && name != "__gpuc_requires") continue;
      last[call->getParent()] = call;
      pending.push_back(call->getParent());
    }
    while (!pending.empty())
      for (llvm::BasicBlock* before : llvm::predecessors(pending.pop_back_val()))
        if (leading.insert(before).second) pending.push_back(before);
  }

  bool contains(const llvm::Instruction& instruction) const {
    if (leading.contains(instruction.getParent())) return true;
    auto call = last.find(instruction.getParent());
    return call != last.end() && instruction.comesBefore(call->second);
  }

 private:
  llvm::DenseMap<const llvm::BasicBlock*, const llvm::Instruction*> last;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> leading;
};

void guardDivision(llvm::BinaryOperator& division) {
  llvm::Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
  const llvm::DataLayout& layout = division.getModule()->getDataLayout();
  llvm::Type* type = divisor->getType();
  llvm::IRBuilder<> build(&division);
  if (!llvm::isKnownNonZero(divisor, layout))
    guard(division, build.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type)), "__gpuc_division_by_zero",
          isSigned(division) ? 1 : 0);
  auto* known = llvm::dyn_cast<llvm::ConstantInt>(divisor);
  if (!isSigned(division) || (known && !known->isMinusOne())) return;
  auto* smallest = llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(type->getScalarSizeInBits()));
  build.SetInsertPoint(&division);
  guard(division,
        build.CreateAnd(build.CreateICmpEQ(dividend, smallest),
                        build.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type))),
        "__gpuc_division_overflow", -1);
}

}  // namespace

llvm::PreservedAnalyses GuardDivisions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::BinaryOperator*, 16> divisions;
    RequirementCode requirements(function);
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (isDivision(instruction) && !requirements.contains(instruction))
        divisions.push_back(llvm::cast<llvm::BinaryOperator>(&instruction));
    for (llvm::BinaryOperator* division : divisions) guardDivision(*division);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
