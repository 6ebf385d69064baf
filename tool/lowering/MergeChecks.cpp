// merge-checks: lets the checks of a stretch of code share one branch. Each check is a compare and a branch of some
// 30 cycles, one behind the other, before the first load can start; a kernel that waits for memory feels every one.
//
//   br (i < n), %b, %leave                          br (i < umin(n, size)), %b, %slow
//   b:    br (i < size), %next, %report      =>     b:    br %next
//   report: call @__gpuc_report(...)                slow: br (i < n), %report, %leave
//
// Requires: the optimiser has run, so that the checks it can prove are gone. Guarantees: the same thread takes the same
// way as before; what it stored before a failing check is stored, what it loaded for nothing may not be loaded.
#include "tool/lowering/passes.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

namespace gpuc::tool {

namespace {

using namespace llvm::PatternMatch;

// That share a branch. What each tests stays in registers until the branch, for the way that tells them apart.
constexpr unsigned kMostSharing = 6;
constexpr unsigned kMostHoisted = 16;  // instructions that one check may need

bool isCold(const llvm::BasicBlock& block) { return llvm::isa<llvm::UnreachableInst>(block.getTerminator()); }

bool onlyReturns(const llvm::BasicBlock& block) {
  return llvm::isa<llvm::ReturnInst>(block.front()) && block.getTerminator()->getNumOperands() == 0;
}

// A conditional branch that goes on to `inside` or away from it.
struct Check {
  llvm::BranchInst* branch;
  llvm::BasicBlock* inside;
  llvm::BasicBlock* away;

  bool goesOnIfTrue() const { return branch->getSuccessor(0) == inside; }
};

class Merger {
 public:
  explicit Merger(llvm::Function& function) : loops(llvm::DominatorTree(function)), function(function) {}

  void run() {
    llvm::SmallVector<llvm::BasicBlock*> blocks(llvm::make_pointer_range(function));
    // Merging makes the block behind a check part of the check's own, whose branch is then the next to look at.
    for (llvm::BasicBlock* block : blocks)
      for (unsigned sharing = 1; sharing < kMostSharing && removed.count(block) == 0 && mergeInto(*block);) ++sharing;
  }

 private:
  // Merges the check at the end of the only way on from `first` into the one at its end.
  bool mergeInto(llvm::BasicBlock& first) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(first.getTerminator());
    if (!branch || !branch->isConditional()) return false;
    for (unsigned way : {0u, 1u}) {
      Check outer{branch, branch->getSuccessor(way), branch->getSuccessor(1 - way)};
      if (outer.inside == outer.away || outer.inside->getSinglePredecessor() != &first) continue;
      auto* next = llvm::dyn_cast<llvm::BranchInst>(outer.inside->getTerminator());
      if (!next || !next->isConditional()) continue;
      for (unsigned onward : {0u, 1u}) {
        Check inner{next, next->getSuccessor(onward), next->getSuccessor(1 - onward)};
        if (inner.inside == inner.away || !isCold(*inner.away) || isCold(*inner.inside)) continue;
        if (inner.away == outer.away || !isRarelyLeft(outer, inner)) continue;
        if (merge(outer, inner)) return true;
      }
    }
    return false;
  }

  // Few threads leave by the outer check, or none stays behind it for long: who leaves pays for a second branch.
  bool isRarelyLeft(const Check& outer, const Check& inner) const {
    if (isCold(*outer.away) || slow.count(outer.away) != 0) return true;
    if (const llvm::Loop* loop = loops.getLoopFor(outer.branch->getParent()))
      if (!loop->contains(outer.away)) return true;
    // `if (i < n)` around everything, where i is what the inner check is about.
    return onlyReturns(*outer.away) && testsIndexOf(outer.branch->getCondition(), inner.branch->getCondition());
  }

  static bool testsIndexOf(llvm::Value* outer, llvm::Value* inner) {
    auto* compare = llvm::dyn_cast<llvm::ICmpInst>(inner);
    if (!compare) return false;
    llvm::Value *left, *right;
    if (match(outer, m_LogicalAnd(m_Value(left), m_Value(right))) ||
        match(outer, m_LogicalOr(m_Value(left), m_Value(right))))
      return testsIndexOf(left, inner) || testsIndexOf(right, inner);
    auto* tested = llvm::dyn_cast<llvm::ICmpInst>(outer);
    return tested && tested->isRelational() && llvm::any_of(tested->operands(), [&](const llvm::Use& use) {
             return !llvm::isa<llvm::Constant>(use) && llvm::is_contained(compare->operands(), use.get());
           });
  }

  // The instructions of `block` that `value` is made of, in their order; false if one of them cannot run earlier.
  bool collect(llvm::Value* value, llvm::BasicBlock& block, llvm::SmallPtrSetImpl<llvm::Instruction*>& found) const {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || instruction->getParent() != &block || found.count(instruction) != 0) return true;
    if (llvm::isa<llvm::PHINode>(instruction) || instruction->mayReadOrWriteMemory() ||
        !llvm::isSafeToSpeculativelyExecute(instruction) || found.size() == kMostHoisted)
      return false;
    found.insert(instruction);
    return llvm::all_of(instruction->operands(), [&](llvm::Use& use) { return collect(use.get(), block, found); });
  }

  bool merge(const Check& outer, const Check& inner) {
    llvm::BasicBlock &first = *outer.branch->getParent(), &second = *outer.inside;
    llvm::FoldSingleEntryPHINodes(&second);
    llvm::SmallPtrSet<llvm::Instruction*, kMostHoisted> hoisted;
    if (!collect(inner.branch->getCondition(), second, hoisted)) return false;
    for (llvm::Instruction& instruction : second) {
      if (hoisted.count(&instruction) != 0 || &instruction == inner.branch) continue;
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (instruction.mayHaveSideEffects() || (call && call->isConvergent())) return false;
      for (const llvm::User* user : instruction.users())
        if (llvm::cast<llvm::Instruction>(user)->getParent() == inner.away) return false;
    }

    llvm::Value *condition = outer.branch->getCondition(), *innerCondition = inner.branch->getCondition();
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(second))
      if (hoisted.count(&instruction) != 0) instruction.moveBefore(outer.branch->getIterator());
    llvm::BasicBlock* decide = llvm::BasicBlock::Create(function.getContext(), "check", &function);
    slow.insert(decide);
    llvm::IRBuilder<> builder(outer.branch);
    llvm::Value* both = together(builder, outer, inner);
    builder.SetInsertPoint(decide);
    builder.SetCurrentDebugLocation(outer.branch->getDebugLoc());
    // Of those who come here, who had passed the first check fails the second.
    if (outer.goesOnIfTrue())
      builder.CreateCondBr(condition, inner.away, outer.away);
    else
      builder.CreateCondBr(condition, outer.away, inner.away);
    outer.away->replacePhiUsesWith(&first, decide);
    inner.away->replacePhiUsesWith(&second, decide);

    builder.SetInsertPoint(outer.branch);
    builder.CreateCondBr(both, &second, decide, llvm::MDBuilder(function.getContext()).createLikelyBranchWeights());
    outer.branch->eraseFromParent();
    builder.SetInsertPoint(inner.branch);
    builder.CreateBr(inner.inside);
    inner.branch->eraseFromParent();
    sink(condition, *decide);
    llvm::RecursivelyDeleteTriviallyDeadInstructions(innerCondition);
    if (llvm::MergeBlockIntoPredecessor(inner.inside, nullptr, &loops)) removed.insert(inner.inside);
    return true;
  }

  // The outer compare, where only the few need it now.
  static void sink(llvm::Value* condition, llvm::BasicBlock& block) {
    auto* compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
    if (compare && compare->hasOneUse()) compare->moveBefore(block.getTerminator()->getIterator());
  }

  // Whether both checks let the thread go on.
  llvm::Value* together(llvm::IRBuilder<>& builder, const Check& outer, const Check& inner) {
    llvm::Value *outerIndex, *outerSize, *innerIndex, *innerSize;
    if (isBelow(outer, outerIndex, outerSize) && isBelow(inner, innerIndex, innerSize) && outerIndex == innerIndex &&
        hasValue(innerSize))
      return builder.CreateICmpULT(outerIndex, smaller(builder, outerSize, innerSize));
    auto passes = [&](const Check& check) {
      llvm::Value* condition = check.branch->getCondition();
      return check.goesOnIfTrue() ? condition : builder.CreateNot(condition);
    };
    // The second compare is made by threads for which it may mean nothing.
    return builder.CreateAnd(passes(outer), builder.CreateFreeze(passes(inner)));
  }

  // The minimum does not depend on the thread, so where it can it is made at the start, beside reading the indices.
  llvm::Value* smaller(llvm::IRBuilder<>& builder, llvm::Value* a, llvm::Value* b) {
    llvm::BasicBlock& entry = function.getEntryBlock();
    auto early = [&](llvm::Value* value) {
      auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
      return !instruction || instruction->getParent() == &entry;
    };
    llvm::IRBuilder<>::InsertPointGuard guard(builder);
    if (early(a) && early(b)) builder.SetInsertPoint(entry.getTerminator());
    return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, a, b);
  }

  // Also where the outer check fails. What a launch passes is never poison.
  static bool hasValue(const llvm::Value* size) {
    return llvm::isa<llvm::Argument>(size) || llvm::isGuaranteedNotToBeUndefOrPoison(size);
  }

  static bool isBelow(const Check& check, llvm::Value*& index, llvm::Value*& size) {
    auto* compare = llvm::dyn_cast<llvm::ICmpInst>(check.branch->getCondition());
    if (!compare) return false;
    llvm::CmpInst::Predicate predicate =
        check.goesOnIfTrue() ? compare->getPredicate() : compare->getInversePredicate();
    index = compare->getOperand(0), size = compare->getOperand(1);
    if (predicate == llvm::CmpInst::ICMP_UGT) {
      std::swap(index, size);
      return true;
    }
    return predicate == llvm::CmpInst::ICMP_ULT;
  }

  llvm::LoopInfo loops;
  llvm::Function& function;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> slow, removed;
};

}  // namespace

llvm::PreservedAnalyses MergeChecks::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  if (!module.getFunction("__gpuc_report")) return llvm::PreservedAnalyses::all();
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) Merger(function).run();
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
