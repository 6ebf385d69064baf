// The descriptors of abi/kernel.h as LLVM constants.
#pragma once

#include "tool/split/split.h"

namespace gpuc::tool {

// Replaces the placeholder `kernel.descriptor` of the host module by the complete one.
void fillDescriptor(llvm::Module& host, const Kernel& kernel, const KernelFacts& facts, unsigned index,
                    const Request& request);

}  // namespace gpuc::tool
