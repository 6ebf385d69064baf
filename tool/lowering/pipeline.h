// Passes by name, for gpuc-opt.
#pragma once

#include "tool/lowering/context.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
}  // namespace llvm

namespace gpuc::tool {

// Names of gpuc's passes, those of tool/device and of tool/lowering.
std::vector<std::string> passNames();

// Runs a pipeline in the syntax of LLVM's opt, in which gpuc's passes are known too. Answers what is wrong with
// the text, or nothing.
std::string runPasses(llvm::Module& module, const std::string& text, LoweringContext& context);

}  // namespace gpuc::tool
