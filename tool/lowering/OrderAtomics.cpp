// order-atomics: gives atomic read-modify-writes the order and scope that LLVM 22's NVPTX backend drops. It emits
// `atom` without either, which is relaxed and of the device's scope, whatever the instruction says; loads, stores,
// compare-exchanges and fences it gets right. So only a relaxed one of the device's scope stays as it is:
//
//   atomicrmw add ptr addrspace(1) %p, i32 %v seq_cst
//   =>  fence seq_cst                                        ; fence.sc.sys
//       %old = call i32 asm sideeffect "atom.acquire.sys.global.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(...)
//
// Runs after the optimiser, on typed address spaces. An atomic on a thread's own variable needs no atomicity, and
// `atom` does not work on local memory: it becomes a plain load and store. Fences of a single thread go.
#include "tool/base/text.h"
#include "tool/lowering/passes.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

namespace gpuc::tool {

namespace {

// The suffix of `atom` for an operation of PTX, e.g. "min.s64"; empty where PTX has none, which the backend turns
// into a loop around a compare-exchange.
std::string atomName(const llvm::AtomicRMWInst& instruction) {
  llvm::Type* type = instruction.getType();
  if (!type->isIntegerTy(32) && !type->isIntegerTy(64) && !type->isFloatTy() && !type->isDoubleTy()) return {};
  std::string bits = std::to_string(type->getPrimitiveSizeInBits().getFixedValue());
  switch (instruction.getOperation()) {
    case llvm::AtomicRMWInst::Xchg: return "exch.b" + bits;
    case llvm::AtomicRMWInst::Add:
    case llvm::AtomicRMWInst::Sub: return "add.u" + bits;  // of the negated operand
    case llvm::AtomicRMWInst::And: return "and.b" + bits;
    case llvm::AtomicRMWInst::Or: return "or.b" + bits;
    case llvm::AtomicRMWInst::Xor: return "xor.b" + bits;
    case llvm::AtomicRMWInst::Min: return "min.s" + bits;
    case llvm::AtomicRMWInst::Max: return "max.s" + bits;
    case llvm::AtomicRMWInst::UMin: return "min.u" + bits;
    case llvm::AtomicRMWInst::UMax: return "max.u" + bits;
    case llvm::AtomicRMWInst::FAdd: return "add.f" + bits;
    default: return {};
  }
}

// In PTX a read-modify-write is at most acq_rel; sequential consistency is a fence in front.
const char* semantics(llvm::AtomicOrdering order) {
  switch (order) {
    case llvm::AtomicOrdering::SequentiallyConsistent:
    case llvm::AtomicOrdering::Acquire: return "acquire";
    case llvm::AtomicOrdering::Release: return "release";
    case llvm::AtomicOrdering::AcquireRelease: return "acq_rel";
    default: return "relaxed";
  }
}

// Constraint letter of a register in NVPTX inline assembly.
char registerOf(llvm::Type* type) {
  if (type->isFloatTy()) return 'f';
  if (type->isDoubleTy()) return 'd';
  return type->isIntegerTy(32) ? 'r' : 'l';
}

void lower(llvm::AtomicRMWInst& instruction, llvm::StringRef scope, const std::string& name) {
  llvm::IRBuilder<> builder(&instruction);
  llvm::Type* type = instruction.getType();
  llvm::Value* pointer = instruction.getPointerOperand();
  llvm::Value* operand = instruction.getValOperand();
  unsigned space = instruction.getPointerAddressSpace();
  if (instruction.getOperation() == llvm::AtomicRMWInst::Sub) operand = builder.CreateNeg(operand);
  if (instruction.getOrdering() == llvm::AtomicOrdering::SequentiallyConsistent)
    builder.CreateFence(llvm::AtomicOrdering::SequentiallyConsistent, instruction.getSyncScopeID());

  const char* state = space == 1 ? ".global" : space == 3 ? ".shared" : "";
  std::string text =
      strCat("atom.", semantics(instruction.getOrdering()), ".", scope.str(), state, ".", name, " $0, [$1], $2;");
  char letter = registerOf(type);
  // An address of shared memory has 64 bits here too: the module does not use short pointers.
  std::string constraints = strCat("=", letter, ",l,", letter, ",~{memory}");
  auto* function = llvm::FunctionType::get(type, {pointer->getType(), type}, false);
  llvm::InlineAsm* assembly = llvm::InlineAsm::get(function, text, constraints, /*hasSideEffects=*/true);
  llvm::CallInst* call = builder.CreateCall(assembly, {pointer, operand});
  call->setDoesNotThrow();
  instruction.replaceAllUsesWith(call);
  instruction.eraseFromParent();
}

// A thread's own variable; others have no way to see it.
bool isLocal(const llvm::Value* pointer) { return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer)); }

// Order within one thread, as std::atomic_signal_fence asks for, is the compiler's business, which is done by now; the
// backend has no such scope. True: nothing is left of `instruction`.
bool dropSingleThread(llvm::Instruction& instruction) {
  std::optional<llvm::SyncScope::ID> scope = llvm::getAtomicSyncScopeID(&instruction);
  if (scope != llvm::SyncScope::SingleThread) return false;
  if (llvm::isa<llvm::FenceInst>(instruction)) {
    instruction.eraseFromParent();
    return true;
  }
  llvm::setAtomicSyncScopeID(&instruction, llvm::SyncScope::System);
  return false;
}

}  // namespace

llvm::PreservedAnalyses OrderAtomics::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  llvm::LLVMContext& llvmContext = module.getContext();
  llvm::SyncScope::ID block = llvmContext.getOrInsertSyncScopeID("block");
  llvm::SyncScope::ID device = llvmContext.getOrInsertSyncScopeID("device");
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (dropSingleThread(instruction)) continue;
      if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        if (isLocal(exchange->getPointerOperand())) llvm::lowerAtomicCmpXchgInst(exchange);
      } else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && load->isAtomic()) {
        if (isLocal(load->getPointerOperand())) load->setAtomic(llvm::AtomicOrdering::NotAtomic);
      } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction); store && store->isAtomic()) {
        if (isLocal(store->getPointerOperand())) store->setAtomic(llvm::AtomicOrdering::NotAtomic);
      } else if (auto* modify = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
        if (isLocal(modify->getPointerOperand())) {
          llvm::lowerAtomicRMWInst(modify);
          continue;
        }
        llvm::SyncScope::ID scope = modify->getSyncScopeID();
        if (modify->getOrdering() == llvm::AtomicOrdering::Monotonic && scope == device) continue;
        std::string name = atomName(*modify);
        if (!name.empty()) lower(*modify, scope == block ? "cta" : scope == device ? "gpu" : "sys", name);
      }
    }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
