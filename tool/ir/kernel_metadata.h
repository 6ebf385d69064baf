// How a device module carries its kernels: named metadata, so that a module in text form is complete and any pass
// can be run on it alone.
//
//   !gpuc.kernels = !{!0}
//   !0 = !{ptr @run, !"vecadd", !"kernels::vecadd", !"vecadd_0123456789abcdef", i1 checked, !params, !contract,
//          !"file", i32 line [, i1 no checks, i1 tile]}
//   !params = !{!{!"slice", !"a", i32 size, i32 alignment, i32 element, i1 exclusive}, ...}
//   !contract = !{i32 domain, i32 bx, i32 by, i32 bz, i32 max_threads, i32 min_blocks, i64 dynamic_shared_least,
//                 i32 min_capability [, i64 dynamic_shared_most, i32 dynamic_shared_align, i32 cooperative]}
// What stands in brackets may be left out: it is then as if it had not been given.
#pragma once

#include "tool/model/kernel.h"

#include <vector>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace gpuc::tool {

struct DeviceKernel {
  llvm::Function* run = nullptr;  // entry<&K>::run until `lower-entries`, then the entry itself
  Kernel kernel;                  // requirements are not carried
};

// The kernels of `module` in the order of their indices; the position is the index of abi::kernel and bundle_site.
std::vector<DeviceKernel> readKernels(const llvm::Module& module);

void writeKernels(llvm::Module& module, const std::vector<DeviceKernel>& kernels);

}  // namespace gpuc::tool
