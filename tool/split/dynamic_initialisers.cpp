#include "tool/split/dynamic_initialisers.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace gpuc::tool {

namespace {

using Initialised = llvm::MapVector<const llvm::GlobalVariable*, const llvm::Instruction*>;

// The functions that run before main: those of llvm.global_ctors and the initialisers that they call.
void collectStartup(const llvm::Function* function, llvm::SmallPtrSetImpl<const llvm::Function*>& startup) {
  if (!function || function->isDeclaration() || !startup.insert(function).second) return;
  for (const llvm::Instruction& instruction : llvm::instructions(function))
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (const llvm::Function* callee = call->getCalledFunction();
          callee && callee->hasInternalLinkage() && callee->getName().starts_with("__cxx_global"))
        collectStartup(callee, startup);
}

const llvm::GlobalVariable* globalOf(const llvm::Value* pointer) {
  return llvm::dyn_cast<llvm::GlobalVariable>(pointer->stripInBoundsOffsets());
}

// A global is initialised where it is stored to, or handed to a constructor.
void collectTargets(const llvm::Function& function, Initialised& initialised) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const llvm::GlobalVariable* global = nullptr;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      global = globalOf(store->getPointerOperand());
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (call->arg_size() > 0 && call->getArgOperand(0)->getType()->isPointerTy())
        global = globalOf(call->getArgOperand(0));
    if (global && !global->getName().starts_with("__dso")) initialised.insert({global, &instruction});
  }
}

}  // namespace

void markDynamicInitialisers(const llvm::Module& host, llvm::Module& device, const llvm::ValueToValueMapTy& map) {
  const llvm::GlobalVariable* table = host.getGlobalVariable("llvm.global_ctors");
  const auto* list =
      table && table->hasInitializer() ? llvm::dyn_cast<llvm::ConstantArray>(table->getInitializer()) : nullptr;
  if (!list) return;
  llvm::SmallPtrSet<const llvm::Function*, 16> startup;
  for (const llvm::Use& entry : list->operands())
    collectStartup(llvm::dyn_cast<llvm::Function>(llvm::cast<llvm::Constant>(entry)->getOperand(1)), startup);
  Initialised initialised;
  for (const llvm::Function& function : host)
    if (startup.contains(&function)) collectTargets(function, initialised);

  llvm::LLVMContext& context = device.getContext();
  for (const auto& [global, at] : initialised) {
    auto found = map.find(global);
    auto* cloned = found == map.end() ? nullptr : llvm::dyn_cast_or_null<llvm::GlobalVariable>(found->second);
    if (!cloned || cloned->isDeclaration()) continue;
    const llvm::DILocation* place = at->getDebugLoc();
    device.getOrInsertNamedMetadata("gpuc.dynamic")
        ->addOperand(llvm::MDNode::get(context, {llvm::ConstantAsMetadata::get(cloned),
                                                 llvm::MDString::get(context, place ? place->getFilename() : ""),
                                                 llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(
                                                     llvm::Type::getInt32Ty(context), place ? place->getLine() : 0))}));
  }
}

}  // namespace gpuc::tool
