// lower-intrinsics: gpuc's builtins become the registers and instructions of the GPU.
//
//   %x = call i32 @__gpuc_thread_x()     =>   %x = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
//   call void @__gpuc_requires(i1 %c, _) =>   call void @llvm.assume(i1 %c)
//
// Left alone: faults (`lower-reports`), atomics (`lower-atomics`), __gpuc_domain (`apply-contracts`) and
// __gpuc_grid_sync (`define-grid-sync`). Requires: `mark-convergent`, so that what stands around a barrier or shuffle
// has not moved yet.
#include "tool/ir/kernel_metadata.h"
#include "tool/lowering/passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

namespace gpuc::tool {

namespace {

// A special register with what the architecture says of its values: lowest, and one above the highest.
struct Register {
  const char* builtin;
  llvm::Intrinsic::ID intrinsic;
  std::uint32_t low, high;
};

constexpr Register kRegisters[] = {
    {"__gpuc_thread_x", llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x, 0, 1024},
    {"__gpuc_thread_y", llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y, 0, 1024},
    {"__gpuc_thread_z", llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z, 0, 64},
    {"__gpuc_block_x", llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x, 0, 0x7fffffff},
    {"__gpuc_block_y", llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_y, 0, 65535},
    {"__gpuc_block_z", llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_z, 0, 65535},
    {"__gpuc_block_dim_x", llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x, 1, 1025},
    {"__gpuc_block_dim_y", llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_y, 1, 1025},
    {"__gpuc_block_dim_z", llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_z, 1, 65},
    {"__gpuc_grid_dim_x", llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x, 1, 0x80000000u},
    {"__gpuc_grid_dim_y", llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_y, 1, 65536},
    {"__gpuc_grid_dim_z", llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_z, 1, 65536},
    {"__gpuc_lane", llvm::Intrinsic::nvvm_read_ptx_sreg_laneid, 0, 32},
    {"__gpuc_dynamic_shared_size", llvm::Intrinsic::nvvm_read_ptx_sreg_dynamic_smem_size, 0, 1u << 24},
};

// shfl.sync's last operand: the lane that bounds the segment of 32 (PTX ISA, shfl.sync, operand c).
constexpr std::uint32_t kClampHigh = 31, kClampLow = 0;

// One variable stands for every kernel's dynamic shared memory, so it has the strictest alignment of all.
llvm::Align dynamicSharedAlign(const llvm::Module& module) {
  std::uint32_t align = 16;
  for (const DeviceKernel& kernel : readKernels(module))
    align = std::max(align, kernel.kernel.contract.dynamic_shared_align);
  return llvm::Align(align);
}

llvm::Value* lowerCall(llvm::CallInst& call, llvm::StringRef name) {
  llvm::IRBuilder<> builder(&call);
  auto argument = [&](unsigned i) { return call.getArgOperand(i); };
  auto intrinsic = [&](llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value*> arguments) {
    return builder.CreateIntrinsic(id, {}, arguments);
  };
  auto shuffle = [&](llvm::Intrinsic::ID id, std::uint32_t clamp) {
    return intrinsic(id, {argument(0), argument(1), argument(2), builder.getInt32(clamp)});
  };

  for (const Register& row : kRegisters)
    if (name == row.builtin) {
      llvm::CallInst* read = intrinsic(row.intrinsic, {});
      read->addRangeRetAttr(llvm::ConstantRange(llvm::APInt(32, row.low), llvm::APInt(32, row.high)));
      return read;
    }
  if (name == "__gpuc_block_sync")
    return intrinsic(llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all, {builder.getInt32(0)});
  if (name == "__gpuc_warp_sync") return intrinsic(llvm::Intrinsic::nvvm_bar_warp_sync, {argument(0)});
  if (name == "__gpuc_shuffle_idx") return shuffle(llvm::Intrinsic::nvvm_shfl_sync_idx_i32, kClampHigh);
  if (name == "__gpuc_shuffle_xor") return shuffle(llvm::Intrinsic::nvvm_shfl_sync_bfly_i32, kClampHigh);
  if (name == "__gpuc_shuffle_down") return shuffle(llvm::Intrinsic::nvvm_shfl_sync_down_i32, kClampHigh);
  if (name == "__gpuc_shuffle_up") return shuffle(llvm::Intrinsic::nvvm_shfl_sync_up_i32, kClampLow);
  if (name == "__gpuc_ballot") return intrinsic(llvm::Intrinsic::nvvm_vote_ballot_sync, {argument(0), argument(1)});
  if (name == "__gpuc_requires") return builder.CreateAssumption(argument(0));
  if (name == "__gpuc_dynamic_shared") {
    llvm::Module& module = *call.getModule();
    llvm::GlobalVariable* memory = module.getGlobalVariable("__gpuc_dynamic_shared_memory");
    if (!memory) {
      auto* type = llvm::ArrayType::get(builder.getInt8Ty(), 0);
      memory = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::ExternalLinkage, nullptr,
                                        "__gpuc_dynamic_shared_memory", nullptr, llvm::GlobalValue::NotThreadLocal, 3);
      memory->setAlignment(dynamicSharedAlign(module));
    }
    return builder.CreateAddrSpaceCast(memory, call.getType());
  }
  return nullptr;
}

}  // namespace

llvm::PreservedAnalyses LowerIntrinsics::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    llvm::StringRef name = function.getName();
    if (!function.isDeclaration() || !name.starts_with("__gpuc_")) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->getCalledFunction() != &function) continue;
      // The launch was refused if a requirement wrapped, so this is not reached.
      if (name == "__gpuc_requirement_wrapped") {
        call->eraseFromParent();
        continue;
      }
      llvm::Value* value = lowerCall(*call, name);
      if (!value) continue;
      if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(value);
      call->eraseFromParent();
    }
    if (function.use_empty()) function.eraseFromParent();
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
