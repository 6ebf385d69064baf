// lower-entries: gives every kernel the function that the driver launches. Its signature follows from the kernel's
// parameters, never from the x86-64 calling convention: a view is its pointer and its sizes, anything else its bytes.
//
//   define void @run(ptr %args)  =>
//   define ptx_kernel void @add_0123(ptr noalias readonly %a, i64 %a.size, ptr byval([12 x i8]) align 4 %k) {
//     %a.object = alloca {ptr, i64}      ; rebuilt as C++ knows it; promoted by the optimiser
//     ...
//     <body of run>
//   }
//
// A checked kernel gets noalias on every view but atomic ones, since its launch has refused overlaps, and readonly on
// shared ones, which makes their loads ld.global.nc. Exact and largest block sizes become launch bounds. Parameters
// beyond the hardware's limit are an error here. Requires: `force-inline`. Guarantees: DeviceKernel::run is the entry.
#include "tool/base/result.h"
#include "tool/base/text.h"
#include "tool/ir/kernel_metadata.h"
#include "tool/ir/places.h"
#include "tool/lowering/parameters.h"
#include "tool/lowering/passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace gpuc::tool {

namespace {

constexpr unsigned kGlobal = 1;

bool isShared(abi::parameter_kind kind) {
  return kind == abi::parameter_kind::slice || kind == abi::parameter_kind::matrix ||
         kind == abi::parameter_kind::tensor;
}

llvm::FunctionType* entryType(llvm::LLVMContext& context, const Kernel& kernel) {
  llvm::SmallVector<llvm::Type*, 16> types;
  for (const KernelParameter& parameter : kernel.parameters) {
    types.push_back(llvm::PointerType::get(context, 0));
    types.append(sizeCount(parameter.kind), llvm::Type::getInt64Ty(context));
  }
  return llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false);
}

void describeView(llvm::Argument& pointer, const Kernel& kernel, const KernelParameter& parameter) {
  if (parameter.kind == abi::parameter_kind::atomic_slice || !kernel.checked) return;
  pointer.addAttr(llvm::Attribute::NoAlias);
  if (!parameter.exclusive && isShared(parameter.kind)) pointer.addAttr(llvm::Attribute::ReadOnly);
}

void describeLaunch(llvm::Function& entry, const abi::contract_data& contract) {
  if (contract.block[0] != 0)
    entry.addFnAttr("nvvm.reqntid", strCat(contract.block[0], ",", std::max(contract.block[1], 1u), ",",
                                           std::max(contract.block[2], 1u)));
  else if (contract.max_threads != 0)
    entry.addFnAttr("nvvm.maxntid", std::to_string(contract.max_threads));
  if (contract.min_blocks != 0) entry.addFnAttr("nvvm.minctasm", std::to_string(contract.min_blocks));
}

// The entry, which takes over the body of `run`.
llvm::Function& makeEntry(llvm::Function& run, const Kernel& kernel) {
  llvm::Module& module = *run.getParent();
  llvm::LLVMContext& context = module.getContext();
  llvm::Function& entry =
      *llvm::Function::Create(entryType(context, kernel), llvm::GlobalValue::ExternalLinkage, kernel.symbol, module);
  entry.setCallingConv(llvm::CallingConv::PTX_Kernel);
  entry.setDoesNotThrow();
  entry.addFnAttr(llvm::Attribute::Convergent);
  entry.addFnAttr(llvm::Attribute::MustProgress);
  entry.setSubprogram(run.getSubprogram());  // its body's locations are in run's scope
  run.setSubprogram(nullptr);
  describeLaunch(entry, kernel.contract);

  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", &entry));
  auto* pointers = llvm::ArrayType::get(builder.getPtrTy(), kernel.parameters.size());
  llvm::Value* array = builder.CreateAlloca(pointers, nullptr, "arguments");
  llvm::Argument* next = entry.arg_begin();
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const KernelParameter& parameter = kernel.parameters[i];
    llvm::Argument& first = *next++;
    first.setName(parameter.name);
    llvm::Value* object = &first;
    if (unsigned sizes = sizeCount(parameter.kind)) {
      describeView(first, kernel, parameter);
      llvm::SmallVector<llvm::Type*, 3> fields(sizes + 1, builder.getInt64Ty());
      fields[0] = builder.getPtrTy();
      auto* type = llvm::StructType::get(context, fields);
      object = builder.CreateAlloca(type, nullptr, parameter.name);
      // What the driver passes to a view is global memory; said here, every access through it knows.
      llvm::Value* global = builder.CreateAddrSpaceCast(&first, llvm::PointerType::get(context, kGlobal));
      builder.CreateStore(builder.CreateAddrSpaceCast(global, builder.getPtrTy()),
                          builder.CreateStructGEP(type, object, 0));
      for (unsigned field = 1; field <= sizes; ++field) {
        llvm::Argument& size = *next++;
        size.setName(parameter.name + (sizes == 1 ? ".size" : field == 1 ? ".rows" : ".columns"));
        builder.CreateStore(&size, builder.CreateStructGEP(type, object, field));
      }
    } else {
      auto* bytes = llvm::ArrayType::get(builder.getInt8Ty(), parameter.size);
      first.addAttr(llvm::Attribute::getWithByValType(context, bytes));
      first.addAttr(llvm::Attribute::getWithAlignment(context, llvm::Align(parameter.alignment)));
    }
    builder.CreateStore(object, builder.CreateConstInBoundsGEP2_64(pointers, array, 0, i));
  }
  // `run` becomes the rest of the entry's first block, so that its stack slots stay promotable.
  llvm::BasicBlock* body = &run.getEntryBlock();
  builder.CreateBr(body);
  run.getArg(0)->replaceAllUsesWith(array);
  entry.splice(entry.end(), &run);
  llvm::MergeBlockIntoPredecessor(body);
  return entry;
}

void checkParameterSpace(const Kernel& kernel, Places& places, LoweringContext& context) {
  std::uint64_t bytes = parameterSpace(kernel);
  if (bytes <= kMostParameterSpace) return;
  Diagnostic diagnostic = diag(Code::ParameterSpace, places.place(kernel.place),
                               strCat("the parameters of kernel `", kernel.qualified, "` take ", bytes,
                                      " bytes, and a launch passes ", kMostParameterSpace, " at most"),
                               "pass large data in a device_buffer");
  for (const KernelParameter& parameter : kernel.parameters)
    diagnostic.notes.push_back({{}, strCat("`", parameter.name, "` takes ", parameter.size, " bytes")});
  context.diagnostics.push_back(std::move(diagnostic));
}

}  // namespace

llvm::PreservedAnalyses LowerEntries::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  std::vector<DeviceKernel> kernels = readKernels(module);
  Places places(module);
  for (DeviceKernel& kernel : kernels) {
    if (!kernel.run) continue;
    checkParameterSpace(kernel.kernel, places, context);
    llvm::Function* run = kernel.run;
    kernel.run = &makeEntry(*run, kernel.kernel);
    run->eraseFromParent();
  }
  writeKernels(module, kernels);
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
