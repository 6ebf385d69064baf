// define-grid-sync: gives __gpuc_grid_sync its body. A cooperative launch has a counter that is its own, in a workspace
// of the driver's whose address it gets in two registers (the grid workspace of CUDA's cooperative_groups/details/
// driver_abi.h). Each block adds one, the first block what is missing to 2^31, so that the top bit flips when all have:
//
//   barrier of the block; one thread: add, wait until the bit has flipped; barrier of the block
//
// A thread that faulted has left, and its block may never arrive. Whoever waits therefore also watches whether a fault
// was reported, and every thread leaves behind a barrier during which one was: the launch ends instead of hanging.
// Requires: `define-report`.
#include "gpuc/abi/bundle.h"
#include "tool/lowering/passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

#include <cstddef>

namespace gpuc::tool {

namespace {

constexpr unsigned kGlobal = 1;
constexpr std::uint64_t kCounterOffset = 4;  // in the workspace, behind its size
constexpr std::uint32_t kFlipping = 0x80000000u;

class BodyBuilder {
 public:
  explicit BodyBuilder(llvm::Function& function)
      : function(function), context(function.getContext()), builder(context),
        device(context.getOrInsertSyncScopeID("device")),
        slot(function.getParent()->getGlobalVariable(abi::report_slot_symbol)) {}

  void build() {
    llvm::BasicBlock *entry = block("entry"), *arrive = block("arrive"), *wait = block("wait"), *join = block("join");
    builder.SetInsertPoint(entry);
    blockBarrier();
    builder.CreateCondBr(isOrigin({llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x, llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y,
                                   llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z}),
                         arrive, join);

    builder.SetInsertPoint(arrive);
    llvm::Value* counter = counterAddress();
    llvm::Value* first =
        isOrigin({llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x, llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
                  llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_z});
    llvm::Value* others = builder.CreateSub(blocks(), builder.getInt32(1));
    llvm::Value* step =
        builder.CreateSelect(first, builder.CreateSub(builder.getInt32(kFlipping), others), builder.getInt32(1));
    llvm::Value* before = builder.CreateAtomicRMW(llvm::AtomicRMWInst::Add, counter, step, llvm::Align(4),
                                                  llvm::AtomicOrdering::AcquireRelease, device);
    builder.CreateBr(wait);

    builder.SetInsertPoint(wait);
    llvm::Value* now = load(counter, llvm::AtomicOrdering::Acquire);
    llvm::Value* flipped = builder.CreateICmpSLT(builder.CreateXor(before, now), builder.getInt32(0));
    builder.CreateCondBr(slot ? builder.CreateOr(flipped, isFaulty()) : flipped, join, wait);

    builder.SetInsertPoint(join);
    blockBarrier();
    if (slot) {
      llvm::BasicBlock *leave = block("leave"), *go = block("go");
      builder.CreateCondBr(isFaulty(), leave, go);
      builder.SetInsertPoint(leave);
      intrinsic(llvm::Intrinsic::nvvm_exit);
      builder.CreateUnreachable();
      builder.SetInsertPoint(go);
    }
    builder.CreateRetVoid();
  }

 private:
  llvm::BasicBlock* block(const char* name) { return llvm::BasicBlock::Create(context, name, &function); }
  llvm::Value* intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value*> arguments = {}) {
    return builder.CreateIntrinsic(id, llvm::ArrayRef<llvm::Type*>(), arguments);
  }
  void blockBarrier() { intrinsic(llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all, {builder.getInt32(0)}); }

  // Whether all three positions are 0.
  llvm::Value* isOrigin(std::initializer_list<llvm::Intrinsic::ID> positions) {
    llvm::Value* any = builder.getInt32(0);
    for (llvm::Intrinsic::ID position : positions) any = builder.CreateOr(any, intrinsic(position));
    return builder.CreateICmpEQ(any, builder.getInt32(0));
  }

  llvm::Value* blocks() {
    llvm::Value* count = intrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x);
    count = builder.CreateMul(count, intrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_y));
    return builder.CreateMul(count, intrinsic(llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_z));
  }

  llvm::Value* counterAddress() {
    auto word = [&](llvm::Intrinsic::ID id) { return builder.CreateZExt(intrinsic(id), builder.getInt64Ty()); };
    llvm::Value* high = builder.CreateShl(word(llvm::Intrinsic::nvvm_read_ptx_sreg_envreg1), 32);
    llvm::Value* address = builder.CreateOr(high, word(llvm::Intrinsic::nvvm_read_ptx_sreg_envreg2));
    llvm::Value* workspace = builder.CreateIntToPtr(address, llvm::PointerType::get(context, kGlobal));
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), workspace, kCounterOffset);
  }

  llvm::LoadInst* load(llvm::Value* pointer, llvm::AtomicOrdering order) {
    llvm::LoadInst* made = builder.CreateAlignedLoad(builder.getInt32Ty(), pointer, llvm::Align(4));
    made->setAtomic(order, device);
    return made;
  }

  llvm::Value* isFaulty() {
    llvm::Value* claimed =
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), slot, offsetof(abi::report_slot, claimed));
    return builder.CreateICmpNE(load(claimed, llvm::AtomicOrdering::Monotonic), builder.getInt32(0));
  }

  llvm::Function& function;
  llvm::LLVMContext& context;
  llvm::IRBuilder<> builder;
  llvm::SyncScope::ID device;
  llvm::GlobalVariable* slot;
};

}  // namespace

llvm::PreservedAnalyses DefineGridSync::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  llvm::Function* sync = module.getFunction("__gpuc_grid_sync");
  if (!sync || !sync->isDeclaration() || sync->use_empty()) return llvm::PreservedAnalyses::all();
  sync->setLinkage(llvm::GlobalValue::InternalLinkage);
  sync->addFnAttr(llvm::Attribute::Convergent);
  BodyBuilder(*sync).build();
  for (llvm::BasicBlock& block : *sync)
    for (llvm::Instruction& instruction : block)
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
          call && call->getIntrinsicID() == llvm::Intrinsic::nvvm_barrier_cta_sync_aligned_all)
        call->setConvergent();
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
