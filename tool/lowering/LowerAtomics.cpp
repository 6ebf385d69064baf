// lower-atomics: gpuc's atomic builtins become LLVM's atomic instructions, which the optimiser understands:
//
//   call i32 @__gpuc_atomic_rmw_32(ptr %p, i32 %v, i32 1, i32 0, i32 1)
//   =>  atomicrmw add ptr %p, i32 %v syncscope("device") monotonic
//
// Operation, order and scope are abi::atomic_operation, std::memory_order and abi::atomic_scope; they are constants
// once the accessors are inlined and promoted. An order or scope that is computed is taken as the strongest.
// LLVM's NVPTX backend loses the order of a read-modify-write; `order-atomics` makes up for that after the optimiser.
#include "gpuc/device/builtins.hpp"
#include "tool/base/codes.h"
#include "tool/base/result.h"
#include "tool/lowering/passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

#include <optional>

namespace gpuc::tool {

namespace {

std::optional<std::uint64_t> constantValue(const llvm::Value* value) {
  auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
  return number ? std::optional(number->getZExtValue()) : std::nullopt;
}

// std::memory_order: relaxed, consume, acquire, release, acq_rel, seq_cst.
llvm::AtomicOrdering orderOf(const llvm::Value* value) {
  switch (constantValue(value).value_or(5)) {
    case 0: return llvm::AtomicOrdering::Monotonic;
    case 1:
    case 2: return llvm::AtomicOrdering::Acquire;
    case 3: return llvm::AtomicOrdering::Release;
    case 4: return llvm::AtomicOrdering::AcquireRelease;
    default: return llvm::AtomicOrdering::SequentiallyConsistent;
  }
}

llvm::SyncScope::ID scopeOf(const llvm::Value* value) {
  llvm::LLVMContext& context = value->getContext();
  switch (constantValue(value).value_or(abi::scope_system)) {
    case abi::scope_block: return context.getOrInsertSyncScopeID("block");
    case abi::scope_device: return context.getOrInsertSyncScopeID("device");
    default: return llvm::SyncScope::System;
  }
}

std::optional<llvm::AtomicRMWInst::BinOp> operationOf(const llvm::Value* value) {
  switch (constantValue(value).value_or(~0ull)) {
    case abi::atomic_exchange: return llvm::AtomicRMWInst::Xchg;
    case abi::atomic_add: return llvm::AtomicRMWInst::Add;
    case abi::atomic_sub: return llvm::AtomicRMWInst::Sub;
    case abi::atomic_and: return llvm::AtomicRMWInst::And;
    case abi::atomic_or: return llvm::AtomicRMWInst::Or;
    case abi::atomic_xor: return llvm::AtomicRMWInst::Xor;
    case abi::atomic_min_signed: return llvm::AtomicRMWInst::Min;
    case abi::atomic_max_signed: return llvm::AtomicRMWInst::Max;
    case abi::atomic_min_unsigned: return llvm::AtomicRMWInst::UMin;
    case abi::atomic_max_unsigned: return llvm::AtomicRMWInst::UMax;
    case abi::atomic_add_float: return llvm::AtomicRMWInst::FAdd;
    default: return std::nullopt;
  }
}

// An order that the operation cannot have is taken for the nearest that it can: a load does not release.
llvm::AtomicOrdering loadOrder(llvm::AtomicOrdering order) {
  if (order == llvm::AtomicOrdering::Release) return llvm::AtomicOrdering::Monotonic;
  return order == llvm::AtomicOrdering::AcquireRelease ? llvm::AtomicOrdering::Acquire : order;
}

llvm::AtomicOrdering storeOrder(llvm::AtomicOrdering order) {
  if (order == llvm::AtomicOrdering::Acquire) return llvm::AtomicOrdering::Monotonic;
  return order == llvm::AtomicOrdering::AcquireRelease ? llvm::AtomicOrdering::Release : order;
}

// Replaces `call`; false when its operation is not a constant.
bool lowerCall(llvm::CallInst& call, llvm::StringRef name) {
  llvm::IRBuilder<> builder(&call);
  auto argument = [&](unsigned i) { return call.getArgOperand(i); };
  unsigned count = call.arg_size();
  llvm::SyncScope::ID scope = scopeOf(argument(count - 1));
  llvm::AtomicOrdering order = orderOf(argument(count - 2));
  llvm::Value* result = nullptr;

  if (name == "__gpuc_fence") {
    if (order != llvm::AtomicOrdering::Monotonic) builder.CreateFence(order, scope);
  } else if (name.starts_with("__gpuc_atomic_load_")) {
    llvm::Type* type = call.getType();
    llvm::LoadInst* load = builder.CreateAlignedLoad(type, argument(0), llvm::Align(type->getIntegerBitWidth() / 8));
    load->setAtomic(loadOrder(order), scope);
    result = load;
  } else if (name.starts_with("__gpuc_atomic_store_")) {
    llvm::Align align(argument(1)->getType()->getIntegerBitWidth() / 8);
    builder.CreateAlignedStore(argument(1), argument(0), align)->setAtomic(storeOrder(order), scope);
  } else if (name.starts_with("__gpuc_atomic_compare_exchange_")) {
    llvm::Value* pair = builder.CreateAtomicCmpXchg(argument(0), argument(1), argument(2), llvm::MaybeAlign(), order,
                                                    llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(order), scope);
    result = builder.CreateExtractValue(pair, 0);
  } else {
    std::optional<llvm::AtomicRMWInst::BinOp> operation = operationOf(argument(2));
    if (!operation) return false;
    llvm::Value* operand = argument(1);
    if (*operation == llvm::AtomicRMWInst::FAdd)
      operand = builder.CreateBitCast(operand,
                                      call.getType()->isIntegerTy(32) ? builder.getFloatTy() : builder.getDoubleTy());
    result = builder.CreateAtomicRMW(*operation, argument(0), operand, llvm::MaybeAlign(), order, scope);
    result = builder.CreateBitCast(result, call.getType());
  }
  if (result) call.replaceAllUsesWith(result);
  call.eraseFromParent();
  return true;
}

}  // namespace

llvm::PreservedAnalyses LowerAtomics::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    llvm::StringRef name = function.getName();
    if (!function.isDeclaration() || (!name.starts_with("__gpuc_atomic_") && name != "__gpuc_fence")) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->getCalledFunction() != &function) continue;
      if (!lowerCall(*call, name))
        context.diagnostics.push_back(
            diag(Code::InternalError, "an atomic builtin is called with an operation that is not a constant"));
    }
    if (function.use_empty()) function.eraseFromParent();
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
