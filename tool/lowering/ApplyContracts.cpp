// apply-contracts: what every launch of a kernel has been checked for becomes a fact for the optimiser.
//
//   block = {256}:  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()  =>  256; tid.x is in [0, 256)
//   dynamic_shared: the register with its size is the exact size, or in the range
//   domain = 1:     y and z of thread and block are 0, their extents 1
//   __gpuc_domain() =>  the contract's domain, 0 without one
//
// In a function that several kernels share and that was not inlined, only what all of them agree on.
// Requires: `lower-intrinsics`.
#include "tool/device/reach.h"
#include "tool/ir/kernel_metadata.h"
#include "tool/lowering/passes.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

namespace gpuc::tool {

namespace {

enum class Quantity { None, Thread, BlockSize, Block, GridSize, DynamicShared };

struct Register {
  Quantity quantity = Quantity::None;
  unsigned axis = 0;
};

Register registerOf(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x: return {Quantity::Thread, 0};
    case llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y: return {Quantity::Thread, 1};
    case llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z: return {Quantity::Thread, 2};
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x: return {Quantity::BlockSize, 0};
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_y: return {Quantity::BlockSize, 1};
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_z: return {Quantity::BlockSize, 2};
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x: return {Quantity::Block, 0};
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_y: return {Quantity::Block, 1};
    case llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_z: return {Quantity::Block, 2};
    case llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x: return {Quantity::GridSize, 0};
    case llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_y: return {Quantity::GridSize, 1};
    case llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_z: return {Quantity::GridSize, 2};
    case llvm::Intrinsic::nvvm_read_ptx_sreg_dynamic_smem_size: return {Quantity::DynamicShared, 0};
    default: return {};
  }
}

// What a contract says of one register: its values lie in [low, high); high 0 says nothing.
struct Bounds {
  std::uint32_t low = 0, high = 0;
};

Bounds boundsOf(const abi::contract_data& contract, Register wanted) {
  bool flat = contract.domain != 0 && wanted.axis >= contract.domain;  // the launch does not use this axis
  bool exact = contract.block[0] != 0;
  std::uint32_t extent = exact ? std::max(contract.block[wanted.axis], 1u) : flat ? 1 : 0;
  switch (wanted.quantity) {
    case Quantity::Thread:
      if (extent != 0) return {0, extent};
      return contract.max_threads != 0 ? Bounds{0, contract.max_threads} : Bounds{};
    case Quantity::BlockSize:
      if (extent != 0) return {extent, extent + 1};
      return contract.max_threads != 0 ? Bounds{1, contract.max_threads + 1} : Bounds{};
    case Quantity::Block: return flat ? Bounds{0, 1} : Bounds{};
    case Quantity::GridSize: return flat ? Bounds{1, 2} : Bounds{};
    case Quantity::DynamicShared:
      if (contract.domain == 0 || contract.dynamic_shared_least < 0) return {};
      return {static_cast<std::uint32_t>(contract.dynamic_shared_least),
              static_cast<std::uint32_t>(std::min<std::int64_t>(contract.dynamic_shared_most, 0x7fffffff)) + 1};
    case Quantity::None: return {};
  }
  return {};
}

// What holds in every one of the kernels.
Bounds commonBounds(const std::vector<DeviceKernel>& kernels, llvm::ArrayRef<std::uint32_t> indices, Register wanted) {
  Bounds common{0xffffffffu, 0};
  for (std::uint32_t index : indices) {
    Bounds bounds = boundsOf(kernels[index].kernel.contract, wanted);
    if (bounds.high == 0) return {};
    common = {std::min(common.low, bounds.low), std::max(common.high, bounds.high)};
  }
  return common;
}

void narrow(llvm::CallInst& read, Bounds bounds) {
  llvm::ConstantRange range(llvm::APInt(32, bounds.low), llvm::APInt(32, bounds.high));
  if (std::optional<llvm::ConstantRange> known = read.getRange()) {
    llvm::ConstantRange both = known->intersectWith(range);
    if (!both.isEmptySet()) range = both;
  }
  read.removeRetAttr(llvm::Attribute::Range);
  if (!range.isFullSet()) read.addRangeRetAttr(range);
}

}  // namespace

llvm::PreservedAnalyses ApplyContracts::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  std::vector<DeviceKernel> kernels = readKernels(module);
  auto reaching = reachingKernels(kernels);
  for (llvm::Function& function : module) {
    auto indices = reaching.find(&function);
    if (function.isDeclaration() || indices == reaching.end()) continue;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee) continue;
      std::optional<std::uint32_t> value;
      if (callee->getName() == "__gpuc_domain") {
        value = kernels[indices->second.front()].kernel.contract.domain;
        for (std::uint32_t index : indices->second)
          if (kernels[index].kernel.contract.domain != *value) value = 0;
      } else if (Register wanted = registerOf(callee->getIntrinsicID()); wanted.quantity != Quantity::None) {
        Bounds bounds = commonBounds(kernels, indices->second, wanted);
        if (bounds.high == 0) continue;
        if (bounds.high == bounds.low + 1)
          value = bounds.low;
        else
          narrow(*call, bounds);
      }
      if (!value) continue;
      call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), *value));
      call->eraseFromParent();
    }
  }
  if (llvm::Function* domain = module.getFunction("__gpuc_domain"); domain && domain->use_empty())
    domain->eraseFromParent();
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
