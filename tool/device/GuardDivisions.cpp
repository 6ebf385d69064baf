// guard-divisions: for the CPU executor only. A division by zero, and the smallest integer divided by -1, end the whole
// program on x86-64 with a signal; a GPU goes on with some number. Here each becomes a fault of the one thread:
//
//   %q = sdiv i32 %a, %b   =>   %z = icmp eq i32 %b, 0
//                               br i1 %z, label %fault, label %next      ; fault: __gpuc_fault(4, "division by zero")
//
// Divisors that are known are left alone. Requires: `lower-exceptions`. Guarantees: no integer division traps.
#include "tool/device/faults.h"
#include "tool/device/passes.h"

#include "llvm/Analysis/ValueTracking.h"
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

void guard(llvm::BinaryOperator& division, llvm::Value* bad, const char* text) {
  llvm::IRBuilder<> build(&division);
  if (bad->getType()->isVectorTy()) bad = build.CreateOrReduce(bad);
  llvm::MDNode* unlikely = llvm::MDBuilder(division.getContext()).createUnlikelyBranchWeights();
  llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(bad, &division, /*Unreachable=*/true, unlikely);
  llvm::IRBuilder<> inside(end);
  makeFault(inside, {abi::report_kind::trap, text})->setDebugLoc(division.getDebugLoc());
}

void guardDivision(llvm::BinaryOperator& division) {
  llvm::Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
  const llvm::DataLayout& layout = division.getModule()->getDataLayout();
  llvm::Type* type = divisor->getType();
  llvm::IRBuilder<> build(&division);
  if (!llvm::isKnownNonZero(divisor, layout))
    guard(division, build.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type)), "division by zero");
  auto* known = llvm::dyn_cast<llvm::ConstantInt>(divisor);
  if (!isSigned(division) || (known && !known->isMinusOne())) return;
  auto* smallest = llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(type->getScalarSizeInBits()));
  build.SetInsertPoint(&division);
  guard(division,
        build.CreateAnd(build.CreateICmpEQ(dividend, smallest),
                        build.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type))),
        "a division overflows");
}

}  // namespace

llvm::PreservedAnalyses GuardDivisions::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : module) {
    llvm::SmallVector<llvm::BinaryOperator*, 16> divisions;
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (isDivision(instruction)) divisions.push_back(llvm::cast<llvm::BinaryOperator>(&instruction));
    for (llvm::BinaryOperator* division : divisions) guardDivision(*division);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
