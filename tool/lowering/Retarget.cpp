// retarget: from here on the module is the GPU's. The layouts of x86-64 and NVPTX agree on every type that
// `verify-device` lets through, so only the names change; offsets that Clang has folded stay right.
#include "tool/lowering/passes.h"
#include "tool/lowering/target.h"

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace gpuc::tool {

llvm::PreservedAnalyses Retarget::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  std::unique_ptr<llvm::TargetMachine> machine = makeTargetMachine(context.options.arch);
  if (!machine) {
    context.diagnostics.push_back(unknownArch(context.options.arch));
    return llvm::PreservedAnalyses::all();
  }
  module.setTargetTriple(machine->getTargetTriple());
  module.setDataLayout(machine->createDataLayout());
  // Clang's flags for the host (PIC, frame pointers, unwinding).
  if (llvm::NamedMDNode* flags = module.getModuleFlagsMetadata()) {
    flags->eraseFromParent();
    module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
