#include "tool/ir/optimise.h"

#include "tool/ir/analyses.h"

#include "llvm/Target/TargetMachine.h"

namespace gpuc::tool {

void optimise(llvm::Module& module, llvm::TargetMachine& target, int level) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = level >= 2;
  Analyses analyses(&target, tuning);
  llvm::OptimizationLevel named = level <= 0   ? llvm::OptimizationLevel::O0
                                  : level == 1 ? llvm::OptimizationLevel::O1
                                  : level == 2 ? llvm::OptimizationLevel::O2
                                               : llvm::OptimizationLevel::O3;
  llvm::ModulePassManager passes = level <= 0 ? analyses.builder.buildO0DefaultPipeline(named)
                                              : analyses.builder.buildPerModuleDefaultPipeline(named);
  passes.run(module, analyses.modules);
}

}  // namespace gpuc::tool
