// cpu-atomics. Orders are kept; a scope means nothing to threads of one processor.
#include "lib/include/gpuc/device/builtins.hpp"
#include "tool/cpu/passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"

namespace gpuc::tool {

using namespace llvm;

namespace {

// From std::memory_order's values; an order that is not a constant is the strongest.
AtomicOrdering orderingOf(const Value* order) {
  const auto* constant = dyn_cast<ConstantInt>(order);
  switch (constant ? constant->getZExtValue() : 5) {
    case 0: return AtomicOrdering::Monotonic;
    case 1:
    case 2: return AtomicOrdering::Acquire;
    case 3: return AtomicOrdering::Release;
    case 4: return AtomicOrdering::AcquireRelease;
    default: return AtomicOrdering::SequentiallyConsistent;
  }
}

// Loads cannot release and stores cannot acquire; the language leaves such calls undefined, we strengthen them.
AtomicOrdering loadOrdering(AtomicOrdering order) {
  return order == AtomicOrdering::Release || order == AtomicOrdering::AcquireRelease
             ? AtomicOrdering::SequentiallyConsistent
             : order;
}
AtomicOrdering storeOrdering(AtomicOrdering order) {
  return order == AtomicOrdering::Acquire || order == AtomicOrdering::AcquireRelease
             ? AtomicOrdering::SequentiallyConsistent
             : order;
}

AtomicRMWInst::BinOp operationOf(std::uint64_t operation) {
  switch (operation) {
    case abi::atomic_exchange: return AtomicRMWInst::Xchg;
    case abi::atomic_add: return AtomicRMWInst::Add;
    case abi::atomic_sub: return AtomicRMWInst::Sub;
    case abi::atomic_and: return AtomicRMWInst::And;
    case abi::atomic_or: return AtomicRMWInst::Or;
    case abi::atomic_xor: return AtomicRMWInst::Xor;
    case abi::atomic_min_signed: return AtomicRMWInst::Min;
    case abi::atomic_max_signed: return AtomicRMWInst::Max;
    case abi::atomic_min_unsigned: return AtomicRMWInst::UMin;
    case abi::atomic_max_unsigned: return AtomicRMWInst::UMax;
    case abi::atomic_add_float: return AtomicRMWInst::FAdd;
    default: reportFatalInternalError("an atomic operation that is not a constant");
  }
}

Value* lowerAtomic(CallInst& call, StringRef name) {
  IRBuilder<> build(&call);
  Type* type = name.ends_with("64") ? build.getInt64Ty() : build.getInt32Ty();
  Align align(name.ends_with("64") ? 8 : 4);
  if (name.starts_with("__gpuc_atomic_rmw_")) {
    const auto* operation = dyn_cast<ConstantInt>(call.getArgOperand(2));
    AtomicRMWInst::BinOp kind = operationOf(operation ? operation->getZExtValue() : ~0ull);
    Value* value = call.getArgOperand(1);
    Type* number = type->isIntegerTy(64) ? build.getDoubleTy() : build.getFloatTy();
    if (kind == AtomicRMWInst::FAdd) value = build.CreateBitCast(value, number);
    Value* old = build.CreateAtomicRMW(kind, call.getArgOperand(0), value, align, orderingOf(call.getArgOperand(3)));
    return build.CreateBitCast(old, type);
  }
  if (name.starts_with("__gpuc_atomic_load_")) {
    LoadInst* load = build.CreateAlignedLoad(type, call.getArgOperand(0), align);
    load->setAtomic(loadOrdering(orderingOf(call.getArgOperand(1))));
    return load;
  }
  if (name.starts_with("__gpuc_atomic_store_")) {
    StoreInst* store = build.CreateAlignedStore(call.getArgOperand(1), call.getArgOperand(0), align);
    store->setAtomic(storeOrdering(orderingOf(call.getArgOperand(2))));
    return nullptr;
  }
  if (name.starts_with("__gpuc_atomic_compare_exchange_")) {
    AtomicOrdering order = orderingOf(call.getArgOperand(3));
    Value* pair = build.CreateAtomicCmpXchg(call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2), align,
                                            order, AtomicCmpXchgInst::getStrongestFailureOrdering(order));
    return build.CreateExtractValue(pair, 0);
  }
  AtomicOrdering order = orderingOf(call.getArgOperand(0));
  if (order != AtomicOrdering::Monotonic) build.CreateFence(order);
  return nullptr;
}

}  // namespace

void lowerCpuAtomics(Module& module) {
  for (Function& function : module)
    for (Instruction& instruction : make_early_inc_range(instructions(function))) {
      auto* call = dyn_cast<CallInst>(&instruction);
      StringRef name = call && call->getCalledFunction() ? call->getCalledFunction()->getName() : "";
      if (!name.starts_with("__gpuc_atomic_") && name != "__gpuc_fence") continue;
      Value* result = lowerAtomic(*call, name);
      if (result) call->replaceAllUsesWith(result);
      call->eraseFromParent();
    }
}

}  // namespace gpuc::tool
