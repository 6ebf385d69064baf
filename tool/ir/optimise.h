// LLVM's own optimisation pipeline, with the target machine in the pass builder: without it LLVM knows nothing of
// divergence or of what the target can do.
#pragma once

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace gpuc::tool {

// `level` 0 to 3 as in -O0 to -O3.
void optimise(llvm::Module& module, llvm::TargetMachine& target, int level);

}  // namespace gpuc::tool
