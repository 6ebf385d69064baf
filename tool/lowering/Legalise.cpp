// legalise: after the optimiser, what it made and the backend cannot take. Address spaces are inferred first, so that
// accesses are ld.global and ld.shared and not generic; new mathematical intrinsics are lowered as `lower-math` does;
// names become ones that llc and ptxas accept. Requires: whole-module optimisation is over.
#include "tool/lowering/passes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

namespace gpuc::tool {

namespace {

// PTX identifiers: ASCII letters, digits, '_' and '$'. llc aborts on non-ASCII, ptxas refuses dots.
void renameForPtx(llvm::Module& module) {
  auto rename = [](llvm::GlobalValue& value) {
    if (value.getName().starts_with("llvm.")) return;
    std::string name;
    for (char c : value.getName()) {
      if (llvm::isAlnum(c) || c == '_' || c == '$')
        name += c;
      else
        name += "$" + llvm::utohexstr(static_cast<unsigned char>(c), /*LowerCase=*/false, 2);
    }
    if (name.empty()) name = "unnamed";
    if (llvm::isDigit(name.front())) name.insert(0, "_");
    if (name != value.getName()) value.setName(name);
  };
  for (llvm::Function& function : module) rename(function);
  for (llvm::GlobalVariable& global : module.globals()) rename(global);
}

}  // namespace

llvm::PreservedAnalyses Legalise::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  std::size_t functions = module.size();
  LowerMath(context).run(module, analyses);
  bool linked = module.size() != functions;

  auto& proxy = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  proxy.clear();
  if (linked) {
    llvm::AlwaysInlinerPass().run(module, analyses);
    llvm::GlobalDCEPass().run(module, analyses);
  }
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::InferAddressSpacesPass());
  if (linked) {  // what libdevice asks about the target and the arguments
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::SimplifyCFGPass());
  }
  passes.addPass(llvm::EarlyCSEPass());
  for (llvm::Function& function : module)
    if (!function.isDeclaration()) passes.run(function, proxy);
  renameForPtx(module);
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
