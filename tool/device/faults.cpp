#include "tool/device/faults.h"

#include "llvm/IR/Module.h"

namespace gpuc::tool {

llvm::CallInst* makeFault(llvm::IRBuilder<>& builder, const Fault& fault) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::FunctionCallee callee =
      module.getOrInsertFunction("__gpuc_fault", builder.getVoidTy(), builder.getInt32Ty(), builder.getPtrTy());
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotReturn();
  function->setDoesNotThrow();
  function->addFnAttr(llvm::Attribute::Cold);
  function->addFnAttr(llvm::Attribute::Convergent);
  llvm::Value* text = builder.CreateGlobalString(fault.text, "gpuc.fault");
  llvm::CallInst* made = builder.CreateCall(callee, {builder.getInt32(static_cast<std::uint32_t>(fault.kind)), text});
  made->setDoesNotReturn();
  made->setConvergent();
  return made;
}

}  // namespace gpuc::tool
