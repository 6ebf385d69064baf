// The values of a kernel's contract and launch bounds.
#pragma once

#include "lib/include/gpuc/abi/kernel.h"

namespace gpuc::tool {

struct Session;
struct KernelAttributes;

// The contract as the runtime sees it; with domain 0 where the kernel has none or it is not usable. Reports nothing:
// `checkContract` does, once per kernel.
abi::contract_data evaluateContract(const Session& session, const KernelAttributes& attributes);

// GPUC0205, GPUC0212, GPUC0216. True where the contract can be used.
bool checkContract(Session& session, const KernelAttributes& attributes);

}  // namespace gpuc::tool
