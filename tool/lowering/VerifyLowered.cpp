// verify-lowered: the last check before code generation, on optimised code. Calls through pointers can only be
// judged here, since most of them are direct by now (0318); everything else that llc or ptxas would abort on is
// reported with its place (0315). ptxas must never be the first to complain: it only warns about an undefined
// variable, and then reads zero.
#include "tool/base/text.h"
#include "tool/device/functions.h"
#include "tool/ir/device_diagnostics.h"
#include "tool/ir/kernel_metadata.h"
#include "tool/lowering/passes.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

namespace gpuc::tool {

namespace {

// Judges where the target of a call through a pointer comes from. Known are functions of this module: named, chosen
// among, or read from a constant table. A table is known that is named, or that the thread itself put into one of
// its own variables, as the constructor of an object with virtual functions does. Anything else may come from the
// host, where it means another address.
class PointerSource {
 public:
  bool isKnownFunction(const llvm::Value* pointer) {
    pointer = pointer->stripPointerCasts();
    if (!visited.insert(pointer).second) return true;
    if (auto* function = llvm::dyn_cast<llvm::Function>(pointer)) return !function->isDeclaration();
    if (llvm::isa<llvm::UndefValue, llvm::ConstantPointerNull>(pointer)) return true;
    if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(pointer))
      return isKnownFunction(choice->getTrueValue()) && isKnownFunction(choice->getFalseValue());
    if (auto* merge = llvm::dyn_cast<llvm::PHINode>(pointer))
      return llvm::all_of(merge->incoming_values(), [&](const llvm::Use& value) { return isKnownFunction(value); });
    auto* load = llvm::dyn_cast<llvm::LoadInst>(pointer);
    return load && isKnownTable(load->getPointerOperand());
  }

 private:
  bool isKnownTable(const llvm::Value* pointer) {
    llvm::SmallVector<const llvm::Value*, 4> objects;
    llvm::getUnderlyingObjects(pointer, objects);
    return llvm::all_of(objects, [&](const llvm::Value* object) {
      if (auto* table = llvm::dyn_cast<llvm::GlobalVariable>(object))
        return table->isConstant() && table->hasInitializer();
      auto* load = llvm::dyn_cast<llvm::LoadInst>(object);
      return load && holdsKnownTables(*load);
    });
  }

  // Whether `load` reads one of the thread's own variables, into which only known tables are stored at that place.
  bool holdsKnownTables(const llvm::LoadInst& load) {
    llvm::SmallVector<const llvm::Value*, 4> objects;
    llvm::getUnderlyingObjects(load.getPointerOperand(), objects);
    return llvm::all_of(objects, [&](const llvm::Value* object) {
      auto* slot = llvm::dyn_cast<llvm::AllocaInst>(object);
      if (!slot) return false;
      if (!visited.insert(slot).second) return true;
      return storesOnlyTables(*slot, load);
    });
  }

  bool storesOnlyTables(const llvm::AllocaInst& slot, const llvm::LoadInst& load) {
    const llvm::DataLayout& layout = slot.getModule()->getDataLayout();
    llvm::SmallVector<const llvm::Value*, 8> pending{&slot};
    llvm::SmallPtrSet<const llvm::Value*, 8> seen{&slot};
    while (!pending.empty()) {
      const llvm::Value* pointer = pending.pop_back_val();
      for (const llvm::Use& use : pointer->uses()) {
        const llvm::User* user = use.getUser();
        if (llvm::isa<llvm::AnyMemTransferInst>(user) && use.getOperandNo() == 0) return false;
        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
          if (store->getPointerOperand() != pointer || !store->getValueOperand()->getType()->isPointerTy()) continue;
          if (isElsewhere(*store, load, layout)) continue;
          if (!isKnownTable(store->getValueOperand())) return false;
        } else if (llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::PHINode, llvm::SelectInst>(user)) {
          if (seen.insert(user).second) pending.push_back(user);
        }
      }
    }
    return true;
  }

  // Both at constant offsets of their objects, and not the same one.
  static bool isElsewhere(const llvm::StoreInst& store, const llvm::LoadInst& load, const llvm::DataLayout& layout) {
    auto offsetOf = [&](const llvm::Value* pointer) -> std::optional<std::int64_t> {
      llvm::APInt offset(64, 0);
      pointer = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
      if (!llvm::isa<llvm::AllocaInst, llvm::SelectInst, llvm::PHINode>(pointer)) return std::nullopt;
      return offset.getSExtValue();
    };
    std::optional<std::int64_t> stored = offsetOf(store.getPointerOperand()), read = offsetOf(load.getPointerOperand());
    return stored && read && *stored != *read &&
           llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(load.getPointerOperand()));
  }

  llvm::SmallPtrSet<const llvm::Value*, 16> visited;
};

class LoweredVerifier {
 public:
  LoweredVerifier(const llvm::Module& module, const std::vector<DeviceKernel>& kernels)
      : module(module), diagnostics(module, kernels) {}

  std::vector<Diagnostic> run() {
    diagnostics.addCalls(module);
    for (const llvm::Function& function : module)
      for (const llvm::Instruction& instruction : llvm::instructions(function)) check(instruction);
    return diagnostics.take();
  }

 private:
  void check(const llvm::Instruction& instruction) {
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) checkCall(*call);
    if (instruction.getType()->isX86_FP80Ty() || instruction.getType()->isFP128Ty())
      diagnostics.report(Code::LongDouble, instruction, "device code computes with long double", "use double");
    if (instruction.getType()->getScalarType()->isIntegerTy() && instruction.getType()->getScalarSizeInBits() > 128)
      diagnostics.report(
          Code::UnsupportedInstruction, instruction,
          strCat("device code computes with integers of ", instruction.getType()->getScalarSizeInBits(), " bits"),
          "use integers of at most 128 bits");
    for (const llvm::Value* operand : instruction.operand_values())
      if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(operand->stripPointerCasts()))
        checkGlobal(*global, instruction);
  }

  void checkCall(const llvm::CallBase& call) {
    if (call.isInlineAsm()) return;
    const llvm::Function* callee = call.getCalledFunction();
    if (!callee) {
      if (!PointerSource().isKnownFunction(call.getCalledOperand()))
        diagnostics.report(Code::FunctionPointer, call,
                           "device code calls through a pointer or a virtual function that gpuc cannot follow",
                           "make the callee a template parameter, or choose among known functions with a switch");
      return;
    }
    if (callee->isIntrinsic()) {
      if (callee->getName().starts_with("llvm.x86."))
        diagnostics.report(Code::UnsupportedInstruction, call,
                           strCat("device code uses the x86 instruction `", callee->getName().str(), "`"),
                           "write the operation in plain C++");
      return;
    }
    if (callee->isDeclaration() && callee->getName() != "vprintf")  // the driver's
      diagnostics.report(
          Code::HostFunction, call,
          strCat("device code calls `", functionName(callee->getName()), "`, which exists on the host only"),
          hostFunctionHelp(callee->getName()));
  }

  void checkGlobal(const llvm::GlobalVariable& global, const llvm::Instruction& at) {
    if (!global.isDeclaration() || global.getAddressSpace() == 3) return;  // dynamic shared memory
    diagnostics.report(Code::MutableGlobal, at,
                       strCat("device code uses the variable `", functionName(global.getName()), "` of the host"),
                       "pass it to the kernel as an argument, or make it constexpr");
  }

  const llvm::Module& module;
  DeviceDiagnostics diagnostics;
};

}  // namespace

llvm::PreservedAnalyses VerifyLowered::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  std::vector<DeviceKernel> kernels = readKernels(module);
  context.add(LoweredVerifier(module, kernels).run());
  return llvm::PreservedAnalyses::all();
}

}  // namespace gpuc::tool
