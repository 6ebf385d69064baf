#include "tool/device/device.h"
#include "tool/device/passes.h"
#include "tool/ir/analyses.h"

#include "llvm/IR/Module.h"

namespace gpuc::tool {

bool prepareDevice(llvm::Module& module, DeviceContext& context) {
  Analyses analyses;

  // The closed world first: what follows relies on it.
  llvm::ModulePassManager check;
  check.addPass(VerifyDevice(context));
  check.run(module, analyses.modules);
  if (context.failed()) return false;

  llvm::ModulePassManager passes;
  passes.addPass(StripHostAttributes(context));  // before anything looks at an attribute
  passes.addPass(MarkConvergent(context));       // before anything moves a call
  passes.addPass(LowerExceptions(context));      // calls only from here on
  passes.addPass(GuardDivisions(context));       // before anything assumes that a divisor is not 0
  passes.addPass(ForceInline(context));
  passes.addPass(LowerReports(context));  // each fault now has its user's line and its kernel
  passes.run(module, analyses.modules);
  return !context.failed();
}

}  // namespace gpuc::tool
