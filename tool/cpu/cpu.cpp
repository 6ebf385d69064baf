#include "tool/cpu/cpu.h"

#include "tool/cpu/passes.h"
#include "tool/ir/native_code.h"
#include "tool/ir/optimise.h"
#include "tool/ir/simplify.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace gpuc::tool {

void lowerForCpu(llvm::Module& module, const CpuOptions& options) {
  defineCpuEntries(module, options);
  placeCpuShared(module);
  lowerCpuBuiltins(module, options);
  simplify(module);
  lowerCpuAtomics(module);
  lowerCpuFloats(module);
  // Sites carry the places by now; without a compile unit the locations would go nowhere.
  llvm::StripDebugInfo(module);
  optimise(module, *nativeMachine(kCpuProcessor, options.optLevel), options.optLevel);
}

llvm::SmallVector<char, 0> emitCpuObject(llvm::Module& module, const std::string& bundle, const CpuOptions& options) {
  llvm::Constant* bytes = llvm::ConstantDataArray::getString(module.getContext(), bundle, /*AddNull=*/false);
  auto* variable = new llvm::GlobalVariable(module, bytes->getType(), /*isConstant=*/true,
                                            llvm::GlobalValue::ExternalLinkage, bytes);
  variable->setVisibility(llvm::GlobalValue::HiddenVisibility);
  variable->setAlignment(llvm::Align(16));
  if (llvm::GlobalVariable* declared = module.getGlobalVariable(options.bundleSymbol)) {
    declared->replaceAllUsesWith(variable);
    variable->takeName(declared);
    declared->eraseFromParent();
  } else {
    variable->setName(options.bundleSymbol);
  }
  return emitObject(module, *nativeMachine(kCpuProcessor, options.optLevel));
}

}  // namespace gpuc::tool
