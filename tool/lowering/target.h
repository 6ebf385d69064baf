// LLVM's NVPTX target for one architecture, and which PTX version that takes.
#pragma once

#include "tool/base/diagnostic.h"

#include <memory>
#include <string>

namespace llvm {
class TargetMachine;
}  // namespace llvm

namespace gpuc::tool {

// The lowest PTX version, times ten, that knows `arch` ("sm_90a"); 0 for one that gpuc cannot build for.
unsigned lowestPtxVersion(const std::string& arch);

Diagnostic unknownArch(const std::string& arch);

// Null for an architecture that gpuc cannot build for. `ptxVersion` 0: the lowest.
std::unique_ptr<llvm::TargetMachine> makeTargetMachine(const std::string& arch, unsigned ptxVersion = 0);

}  // namespace gpuc::tool
