// From one module of unoptimised host IR to two: the device module (what the kernels reach, still x86-64 IR) and the
// host module (kernels cut down to their requirements, descriptors filled in).
#pragma once

#include "tool/model/kernel.h"
#include "tool/model/request.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
}  // namespace llvm

namespace gpuc::tool {

// What the split finds out about a kernel and the descriptor needs.
struct KernelFacts {
  std::uint32_t staticShared = 0;  // bytes of the block's arena that the kernel's shared variables take up
  bool fibers = false;             // reaches a barrier or a warp operation
};

// Symbols that tie the two object files of a unit together; hidden, with the unit's hash in them.
std::string bundleSymbol(const Request& request);
std::string cpuSymbol(const Request& request, const Kernel& kernel);

// Clones what the kernels' `run` functions reach into a module of its own, in the host's context, with the metadata
// that the device passes read. Gives every shared variable its offset in the block's arena (`!gpuc.shared`).
std::unique_ptr<llvm::Module> extractDevice(const llvm::Module& host, const std::vector<Kernel>& kernels,
                                            const Request& request, const std::vector<std::string>& systemDirectories,
                                            std::vector<KernelFacts>& facts);

// Cuts the kernels' bodies behind their last requirement, makes the requirements' unsigned arithmetic checked, and
// fills in the descriptors.
void rewriteHost(llvm::Module& host, const std::vector<Kernel>& kernels, const std::vector<KernelFacts>& facts,
                 const Request& request);

// Sets the program's own main aside, for a test program that has another.
void setMainAside(llvm::Module& host);

}  // namespace gpuc::tool
