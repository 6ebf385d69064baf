// The analyses that a stretch of passes shares, registered and connected.
#pragma once

#include "llvm/Passes/PassBuilder.h"

namespace llvm {
class TargetMachine;
}  // namespace llvm

namespace gpuc::tool {

struct Analyses {
  // With a machine, its own passes and costs are known too; without, those of no machine in particular.
  explicit Analyses(llvm::TargetMachine* machine = nullptr, llvm::PipelineTuningOptions tuning = {});

  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
};

}  // namespace gpuc::tool
