#include "tool/split/closure.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"

namespace gpuc::tool {

namespace {

void addConstant(const llvm::Value* value, Closure& closure, llvm::SmallPtrSetImpl<const llvm::Constant*>& seen) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
  if (!constant || !seen.insert(constant).second) return;
  if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(constant)) {
    closure.insert(global);
    return;
  }
  for (const llvm::Use& operand : constant->operands()) addConstant(operand, closure, seen);
}

}  // namespace

Closure closureOf(const llvm::Function& root) {
  Closure closure;
  llvm::SmallPtrSet<const llvm::Constant*, 32> seen;
  closure.insert(&root);
  for (unsigned next = 0; next < closure.size(); ++next) {
    const llvm::GlobalValue* value = closure[next];
    if (const auto* function = llvm::dyn_cast<llvm::Function>(value)) {
      for (const llvm::Instruction& instruction : llvm::instructions(function))
        for (const llvm::Use& operand : instruction.operands()) addConstant(operand, closure, seen);
      if (function->hasPersonalityFn()) addConstant(function->getPersonalityFn(), closure, seen);
    } else if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
      if (variable->hasInitializer()) addConstant(variable->getInitializer(), closure, seen);
    } else if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(value)) {
      addConstant(alias->getAliasee(), closure, seen);
    }
  }
  return closure;
}

}  // namespace gpuc::tool
