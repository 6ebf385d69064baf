// Which functions and variables each kernel reaches, through calls, addresses and initialisers.
#pragma once

#include "tool/ir/kernel_metadata.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace llvm {
class GlobalValue;
class GlobalVariable;
}  // namespace llvm

namespace gpuc::tool {

using ReachedSet = llvm::SetVector<const llvm::GlobalValue*>;

// Everything that `function` needs, itself included, in the order of discovery.
ReachedSet reachedFrom(const llvm::Function& function);

// For each value, the indices of the kernels that reach it, ascending.
llvm::DenseMap<const llvm::GlobalValue*, llvm::SmallVector<std::uint32_t, 2>>
reachingKernels(const std::vector<DeviceKernel>& kernels);

// A variable that the threads of a block share: marked by the frontend, or placed by `place-globals`.
bool isShared(const llvm::GlobalVariable& global);

// Bytes of static shared memory that a kernel uses.
std::uint64_t staticSharedBytes(const llvm::Function& run);

}  // namespace gpuc::tool
