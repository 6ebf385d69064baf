// Device code for the CPU executor: from the prepared device module (checked, inlined, faults numbered, still x86-64)
// to the CPU entries of abi/kernel.h. A kernel without barriers becomes a loop over the threads of a block; one with
// barriers or warp operations becomes the code of one thread, which the runtime runs as a fiber.
#pragma once

#include "llvm/ADT/SmallVector.h"

#include <string>
#include <vector>

namespace llvm {
class Module;
}  // namespace llvm

namespace gpuc::tool {

struct CpuKernel {
  std::string symbol;  // of the entry
  bool fibers = false;
};

struct CpuOptions {
  std::vector<CpuKernel> kernels;  // in the order of the module's kernel metadata
  std::string bundleSymbol;
  int optLevel = 3;
};

// The processor that entries are compiled for. It has fused multiply-add, which GPU results are made with.
inline constexpr char kCpuProcessor[] = "x86-64-v3";

// Defines the entries and optimises the module.
void lowerForCpu(llvm::Module& module, const CpuOptions& options);

// Adds `bundle` under its symbol and emits everything as one object file.
llvm::SmallVector<char, 0> emitCpuObject(llvm::Module& module, const std::string& bundle, const CpuOptions& options);

}  // namespace gpuc::tool
