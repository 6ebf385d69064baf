#include "tool/ir/analyses.h"

namespace gpuc::tool {

Analyses::Analyses(llvm::TargetMachine* machine, llvm::PipelineTuningOptions tuning) : builder(machine, tuning) {
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
}

}  // namespace gpuc::tool
