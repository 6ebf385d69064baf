// Modules for this machine's processor: host code and the CPU executor's entries.
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CodeGen.h"

#include <memory>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
}  // namespace llvm

namespace gpuc::tool {

// `processor` as for -march: "x86-64", "x86-64-v3".
std::unique_ptr<llvm::TargetMachine> nativeMachine(const std::string& processor, int level);

// Turns an optimised module into an object file.
llvm::SmallVector<char, 0> emitObject(llvm::Module& module, llvm::TargetMachine& target);

}  // namespace gpuc::tool
