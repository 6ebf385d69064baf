#include "tool/device/reach.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

namespace gpuc::tool {

namespace {

constexpr unsigned kSharedAddressSpace = 3;

void addConstant(const llvm::Constant& constant, ReachedSet& reached) {
  if (llvm::isa<llvm::ConstantData>(constant)) return;
  if (auto* value = llvm::dyn_cast<llvm::GlobalValue>(&constant)) {
    reached.insert(value);
    return;
  }
  for (const llvm::Value* operand : constant.operand_values())
    if (auto* part = llvm::dyn_cast<llvm::Constant>(operand)) addConstant(*part, reached);
}

}  // namespace

ReachedSet reachedFrom(const llvm::Function& function) {
  ReachedSet reached;
  reached.insert(&function);
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const llvm::GlobalValue* value = reached[next];
    if (auto* body = llvm::dyn_cast<llvm::Function>(value)) {
      for (const llvm::Instruction& instruction : llvm::instructions(*body))
        for (const llvm::Value* operand : instruction.operand_values())
          if (auto* constant = llvm::dyn_cast<llvm::Constant>(operand)) addConstant(*constant, reached);
    } else if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(value)) {
      if (global->hasInitializer()) addConstant(*global->getInitializer(), reached);
    } else if (auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(value)) {
      addConstant(*alias->getAliasee(), reached);
    }
  }
  return reached;
}

llvm::DenseMap<const llvm::GlobalValue*, llvm::SmallVector<std::uint32_t, 2>>
reachingKernels(const std::vector<DeviceKernel>& kernels) {
  llvm::DenseMap<const llvm::GlobalValue*, llvm::SmallVector<std::uint32_t, 2>> result;
  for (std::uint32_t index = 0; index < kernels.size(); ++index)
    if (kernels[index].run)
      for (const llvm::GlobalValue* value : reachedFrom(*kernels[index].run)) result[value].push_back(index);
  return result;
}

bool isShared(const llvm::GlobalVariable& global) {
  return global.getAddressSpace() == kSharedAddressSpace || global.getSection() == "gpuc.shared";
}

std::uint64_t staticSharedBytes(const llvm::Function& run) {
  const llvm::DataLayout& layout = run.getParent()->getDataLayout();
  std::uint64_t bytes = 0;
  for (const llvm::GlobalValue* value : reachedFrom(run)) {
    auto* global = llvm::dyn_cast<llvm::GlobalVariable>(value);
    if (!global || global->isDeclaration() || !isShared(*global)) continue;
    bytes = llvm::alignTo(bytes, layout.getPreferredAlign(global)) + layout.getTypeAllocSize(global->getValueType());
  }
  return bytes;
}

}  // namespace gpuc::tool
