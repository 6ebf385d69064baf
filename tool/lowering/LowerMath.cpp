// lower-math: everything that computes and has no body: the C library's mathematics, LLVM's intrinsics for it, and
// compiler-rt. By the table in device/math.def each becomes an intrinsic that NVPTX has instructions for, or a
// function of libdevice; memory and complex functions come from gpuc's own bitcode.
//
//   %y = call float @sqrtf(float %x)      =>   %y = call float @llvm.sqrt.f32(float %x)
//   %y = call float @sinf(float %x)       =>   %y = call float @__nv_sinf(float %x), linked in
//   %v = call <2 x float> @llvm.sin(...)  =>   one by one
//
// Runs again after the optimiser (`legalise`), which makes new intrinsics. Without libdevice a kernel that needs it
// is dropped and reported as missing, or is an error where the GPU is required. Guarantees: no libm name and no
// mathematical intrinsic that llc cannot select is left.
#include "tool/base/text.h"
#include "tool/device/functions.h"
#include "tool/device/reach.h"
#include "tool/ir/device_diagnostics.h"
#include "tool/lowering/libdevice.h"
#include "tool/lowering/passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

namespace gpuc::tool {

namespace {

// What a call computes, whoever spelled it.
struct MathCall {
  llvm::Instruction* instruction = nullptr;  // a call, or frem
  const MathFunction* function = nullptr;
};

// Intrinsics that NVPTX selects itself although a row of the table has another way; ldexp and frexp are expanded.
bool isSelectable(llvm::Intrinsic::ID id) {
  switch (id) {
    case llvm::Intrinsic::ldexp:
    case llvm::Intrinsic::frexp: return true;
    default: return false;
  }
}

// "sin" of llvm.sin.f32.
const MathFunction* rowOf(const llvm::IntrinsicInst& call) {
  llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (isSelectable(id)) return nullptr;
  if (id == llvm::Intrinsic::powi) return findMathByName("pow");
  llvm::StringRef name = llvm::Intrinsic::getBaseName(id);
  if (!name.consume_front("llvm.")) return nullptr;
  const MathFunction* row = findMathByName(name);
  return row && row->kind == MathFunction::Native ? nullptr : row;
}

class MathLowering {
 public:
  MathLowering(llvm::Module& module, LoweringContext& context) : module(module), context(context) {}
  void run();

 private:
  void lowerMemory();
  std::vector<MathCall> findCalls();
  void dropKernels(std::vector<MathCall>& calls);
  void lower(const MathCall& call);
  llvm::Value* lowerScalar(llvm::IRBuilder<>& builder, const MathCall& call, llvm::ArrayRef<llvm::Value*> arguments);
  llvm::Value* callLibrary(llvm::IRBuilder<>& builder, const std::string& name, llvm::Type* result,
                           llvm::ArrayRef<llvm::Value*> arguments);

  llvm::Module& module;
  LoweringContext& context;
  bool needsLibdevice = false;
};

std::vector<MathCall> MathLowering::findCalls() {
  std::vector<MathCall> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (instruction.getOpcode() == llvm::Instruction::FRem) {
        calls.push_back({&instruction, findMathByName("fmod")});
      } else if (auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
        if (const MathFunction* row = rowOf(*intrinsic)) calls.push_back({&instruction, row});
      } else if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) {
        const llvm::Function* callee = call->getCalledFunction();
        bool isFloat;
        if (!callee || !callee->isDeclaration()) continue;
        if (const MathFunction* row = findMath(callee->getName(), isFloat)) calls.push_back({&instruction, row});
      }
    }
  return calls;
}

// Without libdevice: the kernels that reach one of `calls` cannot be in this module.
void MathLowering::dropKernels(std::vector<MathCall>& calls) {
  std::vector<DeviceKernel> kernels = readKernels(module);
  auto reaching = reachingKernels(kernels);
  DeviceDiagnostics diagnostics(module, kernels);
  diagnostics.addCalls(module);
  std::set<std::uint32_t> dropped;
  for (const MathCall& call : calls) {
    if (call.function->kind != MathFunction::Library) continue;
    for (std::uint32_t index : reaching.lookup(call.instruction->getFunction())) {
      if (context.options.gpuRequired)
        diagnostics.report(
            Code::MathNeedsLibdevice, *call.instruction,
            strCat("`", call.function->name, "` on the GPU needs libdevice of the CUDA toolkit, which was not found"),
            "install a CUDA toolkit, or name one with GPUC_CUDA");
      else if (dropped.insert(index).second)
        context.missing.push_back(
            {index, strCat(codeName(static_cast<int>(Code::MathNeedsLibdevice)), ": `", call.function->name,
                           "` needs libdevice of the CUDA toolkit, which was not found when compiling")});
    }
  }
  context.add(diagnostics.take());
  if (dropped.empty()) return;
  for (std::uint32_t index : dropped) {
    kernels[index].run->replaceAllUsesWith(llvm::PoisonValue::get(kernels[index].run->getType()));
    kernels[index].run->eraseFromParent();
  }
  llvm::ModuleAnalysisManager none;
  llvm::GlobalDCEPass().run(module, none);
  calls = findCalls();
}

// The C library's names for what LLVM has as intrinsics; the rest is linked.
void MathLowering::lowerMemory() {
  bool linked = false;
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration() || functionKind(function.getName()) != FunctionKind::Memory) continue;
    llvm::StringRef name = function.getName();
    // What _FORTIFY_SOURCE makes of them; the last argument is the object's size.
    if (name.consume_front("__")) name.consume_back("_chk");
    if (name != "memcpy" && name != "memmove" && name != "memset") {
      linked = true;
      continue;
    }
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->getCalledFunction() != &function) continue;
      llvm::IRBuilder<> builder(call);
      llvm::Value *to = call->getArgOperand(0), *what = call->getArgOperand(1), *size = call->getArgOperand(2);
      if (name == "memcpy") builder.CreateMemCpy(to, {}, what, {}, size);
      if (name == "memmove") builder.CreateMemMove(to, {}, what, {}, size);
      if (name == "memset") builder.CreateMemSet(to, builder.CreateTrunc(what, builder.getInt8Ty()), size, {});
      call->replaceAllUsesWith(to);
      call->eraseFromParent();
    }
    if (function.use_empty()) function.eraseFromParent();
  }
  if (!linked) return;
  if (Result<void> done = linkDeviceRuntime(module); !done) context.diagnostics.push_back(done.error());
}

llvm::Value* MathLowering::callLibrary(llvm::IRBuilder<>& builder, const std::string& name, llvm::Type* result,
                                       llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::SmallVector<llvm::Type*, 4> types;
  bool writes = false;
  for (llvm::Value* argument : arguments) {
    types.push_back(argument->getType());
    writes |= argument->getType()->isPointerTy();
  }
  llvm::FunctionCallee callee =
      module.getOrInsertFunction(strCat("__nv_", name), llvm::FunctionType::get(result, types, false));
  llvm::CallInst* call = builder.CreateCall(callee, arguments);
  // errno does not exist here, so a call whose result is unused is no call.
  call->setMemoryEffects(writes ? llvm::MemoryEffects::argMemOnly() : llvm::MemoryEffects::none());
  call->setDoesNotThrow();
  call->addFnAttr(llvm::Attribute::WillReturn);
  needsLibdevice = true;
  return call;
}

llvm::Value* MathLowering::lowerScalar(llvm::IRBuilder<>& builder, const MathCall& call,
                                       llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::Type* result = call.instruction->getType()->getScalarType();
  llvm::Type* type = arguments.front()->getType();
  if (type->isPointerTy()) type = result;  // nan("")
  const MathFunction& row = *call.function;

  // Half precision is computed in float.
  if (type->isHalfTy() || type->isBFloatTy()) {
    llvm::SmallVector<llvm::Value*, 3> wide;
    for (llvm::Value* argument : arguments)
      wide.push_back(argument->getType() == type ? builder.CreateFPExt(argument, builder.getFloatTy()) : argument);
    if (row.kind == MathFunction::Library && result == type)
      return builder.CreateFPTrunc(callLibrary(builder, strCat(row.target, "f"), builder.getFloatTy(), wide), type);
  }
  if (row.kind == MathFunction::Library) {
    std::string name = type->isFloatTy() ? strCat(row.target, "f") : std::string(row.target);
    auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call.instruction);
    switch (intrinsic ? intrinsic->getIntrinsicID() : llvm::Intrinsic::not_intrinsic) {
      case llvm::Intrinsic::powi: return callLibrary(builder, type->isFloatTy() ? "powif" : "powi", result, arguments);
      // Two results: through memory, as in C.
      case llvm::Intrinsic::sincos:
      case llvm::Intrinsic::modf: {
        llvm::IRBuilder<> entry(&*call.instruction->getFunction()->getEntryBlock().getFirstInsertionPt());
        llvm::AllocaInst* first = entry.CreateAlloca(type);
        llvm::AllocaInst* second = entry.CreateAlloca(type);
        llvm::Value* fraction = nullptr;
        if (intrinsic->getIntrinsicID() == llvm::Intrinsic::sincos)
          callLibrary(builder, name, builder.getVoidTy(), {arguments[0], first, second});
        else
          fraction = callLibrary(builder, name, type, {arguments[0], second});
        llvm::Value* pair = llvm::PoisonValue::get(llvm::StructType::get(type, type));
        pair = builder.CreateInsertValue(pair, fraction ? fraction : builder.CreateLoad(type, first), 0);
        return builder.CreateInsertValue(pair, builder.CreateLoad(type, second), 1);
      }
      default: return callLibrary(builder, name, result, arguments);
    }
  }
  if (row.kind == MathFunction::Round) {
    llvm::Intrinsic::ID id = llvm::StringRef(row.target) == "rint" ? llvm::Intrinsic::rint : llvm::Intrinsic::round;
    // Saturating, as the instruction is: the result is unspecified out of range, and undefined behaviour here.
    return builder.CreateIntrinsic(llvm::Intrinsic::fptosi_sat, {result, type},
                                   {builder.CreateUnaryIntrinsic(id, arguments[0])});
  }
  llvm::Intrinsic::ID id = llvm::Intrinsic::lookupIntrinsicID(strCat("llvm.", row.target));
  return builder.CreateIntrinsic(id, {type}, arguments);
}

void MathLowering::lower(const MathCall& call) {
  llvm::Instruction& instruction = *call.instruction;
  llvm::IRBuilder<> builder(&instruction);
  if (auto* operation = llvm::dyn_cast<llvm::FPMathOperator>(&instruction))
    builder.setFastMathFlags(operation->getFastMathFlags());
  llvm::SmallVector<llvm::Value*, 4> arguments;
  if (auto* made = llvm::dyn_cast<llvm::CallInst>(&instruction))
    arguments.assign(made->arg_begin(), made->arg_end());
  else
    arguments.assign(instruction.operand_values().begin(), instruction.operand_values().end());

  llvm::Value* value = nullptr;
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType());
  if (!vector) {
    value = lowerScalar(builder, call, arguments);
  } else {
    value = llvm::PoisonValue::get(vector);
    for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
      llvm::SmallVector<llvm::Value*, 4> scalars;
      for (llvm::Value* argument : arguments)
        scalars.push_back(argument->getType()->isVectorTy() ? builder.CreateExtractElement(argument, lane) : argument);
      value = builder.CreateInsertElement(value, lowerScalar(builder, call, scalars), lane);
    }
  }
  instruction.replaceAllUsesWith(value);
  instruction.eraseFromParent();
}

void MathLowering::run() {
  lowerMemory();
  std::vector<MathCall> calls = findCalls();
  if (context.options.libdevice.empty()) dropKernels(calls);
  if (context.failed()) return;
  for (const MathCall& call : calls) lower(call);
  if (!needsLibdevice) return;
  if (Result<void> done = linkLibdevice(module, context.options.libdevice, context.capability()); !done)
    context.diagnostics.push_back(done.error());
}

}  // namespace

llvm::PreservedAnalyses LowerMath::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  MathLowering(module, context).run();
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
