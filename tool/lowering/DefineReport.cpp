// define-report: gives __gpuc_report its body for the GPU. The first thread that faults claims the image's slot,
// writes the record in memory that the host can read, and marks it ready; every faulting thread leaves the kernel.
// It leaves by `exit`, not by `trap`: the rest of the grid finishes and the context goes on working.
#include "gpuc/abi/bundle.h"
#include "tool/ir/kernel_metadata.h"
#include "tool/lowering/passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

#include <cstddef>

namespace gpuc::tool {

namespace {

constexpr unsigned kGlobal = 1;

// abi::report_slot, zero until the host stores the record's address.
llvm::GlobalVariable& makeSlot(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  auto* type = llvm::ArrayType::get(llvm::Type::getInt64Ty(context), sizeof(abi::report_slot) / 8);
  static_assert(sizeof(abi::report_slot) % 8 == 0);
  auto* slot = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::ExternalLinkage,
                                        llvm::ConstantAggregateZero::get(type), abi::report_slot_symbol, nullptr,
                                        llvm::GlobalValue::NotThreadLocal, kGlobal);
  slot->setAlignment(llvm::Align(8));
  return *slot;
}

void defineBody(llvm::Function& report) {
  llvm::Module& module = *report.getParent();
  llvm::LLVMContext& context = module.getContext();
  llvm::GlobalVariable& slot = makeSlot(module);
  auto* claim = llvm::BasicBlock::Create(context, "claim", &report);
  auto* write = llvm::BasicBlock::Create(context, "write", &report);
  auto* leave = llvm::BasicBlock::Create(context, "leave", &report);
  llvm::IRBuilder<> builder(claim);
  auto field = [&](llvm::Value* object, std::size_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), object, offset);
  };

  auto intrinsic = [&](llvm::Intrinsic::ID id) {
    return builder.CreateIntrinsic(id, llvm::ArrayRef<llvm::Type*>(), {});
  };

  // A program that was not told where to report only leaves.
  llvm::LoadInst* address =
      builder.CreateAlignedLoad(builder.getInt64Ty(), field(&slot, offsetof(abi::report_slot, record)), llvm::Align(8));
  address->setVolatile(true);
  llvm::Value* exchange = builder.CreateAtomicCmpXchg(
      field(&slot, offsetof(abi::report_slot, claimed)), builder.getInt32(0), builder.getInt32(1), llvm::Align(4),
      llvm::AtomicOrdering::AcquireRelease, llvm::AtomicOrdering::Monotonic, context.getOrInsertSyncScopeID("device"));
  llvm::Value* known = builder.CreateIsNotNull(address);
  builder.CreateCondBr(builder.CreateAnd(known, builder.CreateExtractValue(exchange, 1)), write, leave);

  builder.SetInsertPoint(write);
  llvm::Value* record = builder.CreateIntToPtr(address, llvm::PointerType::get(context, kGlobal));
  auto store = [&](llvm::Value* value, std::size_t offset) { builder.CreateStore(value, field(record, offset), true); };
  auto storeRegisters = [&](std::initializer_list<llvm::Intrinsic::ID> registers, std::size_t offset) {
    for (llvm::Intrinsic::ID id : registers) {
      store(intrinsic(id), offset);
      offset += 4;
    }
  };
  store(report.getArg(0), offsetof(abi::report_record, site));
  store(report.getArg(1), offsetof(abi::report_record, values));
  store(report.getArg(2), offsetof(abi::report_record, values) + 8);
  storeRegisters({llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x, llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
                  llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_z},
                 offsetof(abi::report_record, block));
  storeRegisters({llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x, llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y,
                  llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z},
                 offsetof(abi::report_record, thread));
  // The host reads `ready` first, from the other side of the bus.
  builder.CreateFence(llvm::AtomicOrdering::Release);
  builder.CreateAlignedStore(builder.getInt32(1), field(record, offsetof(abi::report_record, ready)), llvm::Align(4))
      ->setAtomic(llvm::AtomicOrdering::Release);
  builder.CreateBr(leave);

  builder.SetInsertPoint(leave);
  intrinsic(llvm::Intrinsic::nvvm_exit);
  builder.CreateUnreachable();
}

}  // namespace

llvm::PreservedAnalyses DefineReport::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  llvm::Function* report = module.getFunction("__gpuc_report");
  if (!report || !report->isDeclaration() || report->use_empty()) return llvm::PreservedAnalyses::all();
  // A function that others may call keeps its signature, which `verify-checks` reads.
  std::vector<DeviceKernel> kernels = readKernels(module);
  bool verified = llvm::any_of(kernels, [](const DeviceKernel& kernel) { return kernel.kernel.noChecks; });
  report->setLinkage(verified ? llvm::GlobalValue::ExternalLinkage : llvm::GlobalValue::InternalLinkage);
  defineBody(*report);
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
