// merge-conditions: makes one branch of the conditions that a user joined with &&. LLVM does so itself where nothing
// but the branch needs what the second condition computes; where a view's index has to be proven first, its sum is
// needed again, and by the time that the proof has taken the checks away nobody looks a second time. On a GPU each
// branch of threads that may go apart costs more than the few instructions that one of them would have spared, and
// ptxas turns what is behind a single one into predicated instructions.
//
//   br %a, %second, %away                     %sum = add %i, 1
//   second:                                   %b = icmp ult %sum, %n
//     %sum = add %i, 1                  =>    br (and %a, (freeze %b)), %goal, %away
//     %b = icmp ult %sum, %n
//     br %b, %goal, %away
//
// What both ways then begin with is done once, before the branch. Requires: the optimiser and `merge-checks` have run:
// checks and what leaves a loop stay as they are. Guarantees: the same thread takes the same way as before.
#include "tool/lowering/passes.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

namespace gpuc::tool {

namespace {

// What a thread that leaves by the first condition may do for nothing.
constexpr unsigned kMostSpeculated = 6;
constexpr unsigned kMostMerged = 4;

bool isCold(const llvm::BasicBlock& block) { return llvm::isa<llvm::UnreachableInst>(block.getTerminator()); }

// One or two instructions of a GPU, which read no memory and cannot fail.
bool isCheap(const llvm::Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::And:
    case llvm::Instruction::Or:
    case llvm::Instruction::Xor:
    case llvm::Instruction::Shl:
    case llvm::Instruction::LShr:
    case llvm::Instruction::AShr:
    case llvm::Instruction::ICmp:
    case llvm::Instruction::FCmp:
    case llvm::Instruction::Trunc:
    case llvm::Instruction::ZExt:
    case llvm::Instruction::SExt:
    case llvm::Instruction::Select:
    case llvm::Instruction::Freeze:
    case llvm::Instruction::GetElementPtr: return !instruction.getType()->isVectorTy();
    default: return false;
  }
}

bool canSpeculate(llvm::BasicBlock& block) {
  unsigned count = 0;
  for (llvm::Instruction& instruction : block) {
    if (instruction.isTerminator()) return true;
    if (!isCheap(instruction) || ++count > kMostSpeculated) return false;
  }
  return false;
}

// Whoever comes to `block` brings the same values from both.
bool bringTheSame(const llvm::BasicBlock& block, const llvm::BasicBlock& one, const llvm::BasicBlock& other) {
  return llvm::all_of(block.phis(), [&](const llvm::PHINode& phi) {
    return phi.getIncomingValueForBlock(&one) == phi.getIncomingValueForBlock(&other);
  });
}

class ConditionMerger {
 public:
  explicit ConditionMerger(llvm::Function& function) : loops(llvm::DominatorTree(function)), function(function) {}

  // The blocks that now end with a merged condition.
  llvm::SmallVector<llvm::WeakVH> run() {
    llvm::SmallVector<llvm::WeakVH> blocks(llvm::make_pointer_range(function)), changed;
    for (llvm::WeakVH& handle : blocks) {
      auto* block = llvm::cast_or_null<llvm::BasicBlock>(static_cast<llvm::Value*>(handle));
      unsigned merged = 0;
      while (block && merged < kMostMerged && mergeInto(*block)) ++merged;
      if (merged != 0) changed.push_back(block);
    }
    return changed;
  }

 private:
  bool mergeInto(llvm::BasicBlock& first) {
    auto* outer = llvm::dyn_cast<llvm::BranchInst>(first.getTerminator());
    if (!outer || !outer->isConditional()) return false;
    for (unsigned way : {0u, 1u}) {
      llvm::BasicBlock *second = outer->getSuccessor(way), *away = outer->getSuccessor(1 - way);
      if (second == away || second == &first || away == &first || second->getSinglePredecessor() != &first) continue;
      auto* inner = llvm::dyn_cast<llvm::BranchInst>(second->getTerminator());
      if (!inner || !inner->isConditional() || isCold(*away) || leavesLoop(first, *away)) continue;
      for (unsigned onward : {0u, 1u}) {
        llvm::BasicBlock* goal = inner->getSuccessor(onward);
        if (inner->getSuccessor(1 - onward) != away || goal == away || isCold(*goal)) continue;
        llvm::FoldSingleEntryPHINodes(second);
        if (!canSpeculate(*second) || !bringTheSame(*away, first, *second)) continue;
        merge(*outer, way == 0, *inner, onward == 0, *goal, *away);
        return true;
      }
    }
    return false;
  }

  bool leavesLoop(const llvm::BasicBlock& first, const llvm::BasicBlock& away) const {
    const llvm::Loop* loop = loops.getLoopFor(&first);
    return loop && !loop->contains(&away);
  }

  static llvm::Value* taken(llvm::IRBuilder<>& builder, llvm::Value* condition, bool ifTrue) {
    if (ifTrue) return condition;
    if (auto* compare = llvm::dyn_cast<llvm::CmpInst>(condition); compare && compare->hasOneUse()) {
      compare->setPredicate(compare->getInversePredicate());
      return compare;
    }
    return builder.CreateNot(condition);
  }

  static void merge(llvm::BranchInst& outer, bool outerIfTrue, llvm::BranchInst& inner, bool innerIfTrue,
                    llvm::BasicBlock& goal, llvm::BasicBlock& away) {
    llvm::BasicBlock &first = *outer.getParent(), &second = *inner.getParent();
    llvm::IRBuilder<> builder(&outer);
    while (&second.front() != &inner) second.front().moveBefore(outer.getIterator());
    llvm::Value* outerHolds = taken(builder, outer.getCondition(), outerIfTrue);
    llvm::Value* innerHolds = taken(builder, inner.getCondition(), innerIfTrue);
    // It is computed by threads for which it may mean nothing.
    if (!llvm::isGuaranteedNotToBeUndefOrPoison(innerHolds)) innerHolds = builder.CreateFreeze(innerHolds);
    builder.CreateCondBr(builder.CreateAnd(outerHolds, innerHolds), &goal, &away);
    goal.replacePhiUsesWith(&second, &first);
    away.removePredecessor(&second);
    outer.eraseFromParent();
    inner.eraseFromParent();
    second.eraseFromParent();
  }

  llvm::LoopInfo loops;
  llvm::Function& function;
};

}  // namespace

llvm::PreservedAnalyses MergeConditions::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  auto& functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool any = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    llvm::SmallVector<llvm::WeakVH> changed = ConditionMerger(function).run();
    if (changed.empty()) continue;
    any = true;
    auto& costs = functions.getResult<llvm::TargetIRAnalysis>(function);
    for (llvm::WeakVH& handle : changed)
      if (auto* block = llvm::cast_or_null<llvm::BasicBlock>(static_cast<llvm::Value*>(handle)))
        llvm::simplifyCFG(block, costs, nullptr, llvm::SimplifyCFGOptions().hoistCommonInsts(true));
  }
  return any ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace gpuc::tool
