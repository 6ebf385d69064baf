#include "tool/device/device.h"
#include "tool/device/passes.h"

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

namespace gpuc::tool {

bool prepareDevice(llvm::Module& module, DeviceContext& context) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  // The closed world first: what follows relies on it.
  llvm::ModulePassManager check;
  check.addPass(VerifyDevice(context));
  check.run(module, modules);
  if (context.failed()) return false;

  llvm::ModulePassManager passes;
  passes.addPass(StripHostAttributes(context));  // before anything looks at an attribute
  passes.addPass(MarkConvergent(context));       // before anything moves a call
  passes.addPass(LowerExceptions(context));      // calls only from here on
  passes.addPass(GuardDivisions(context));       // before anything assumes that a divisor is not 0
  passes.addPass(ForceInline(context));
  passes.addPass(LowerReports(context));  // each fault now has its user's line and its kernel
  passes.run(module, modules);
  return !context.failed();
}

}  // namespace gpuc::tool
