// verify-device: the closed-world check. Walks what the kernels reach and reports every construct that the device
// cannot have, in the user's terms (codes 0301 to 0318). It is the first pass, on unoptimised code, so that each
// line is still where the user wrote it; what can only be judged after optimisation, calls through pointers, is
// left to `verify-lowered`.
// Guarantees: every function reached is defined, or is known to functions.h, or is an LLVM intrinsic; every global
// reached is a constant with its value or a shared variable. What follows a throw, and landing pads, are not device
// code: they are not looked at, and `lower-exceptions` removes them.
#include "tool/base/text.h"
#include "tool/device/functions.h"
#include "tool/device/passes.h"
#include "tool/device/reach.h"
#include "tool/ir/device_diagnostics.h"
#include "tool/ir/kernel_metadata.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <deque>

namespace gpuc::tool {

namespace {

constexpr char kSharedSection[] = "gpuc.shared";

class Verifier {
 public:
  Verifier(llvm::Module& module, const std::vector<DeviceKernel>& kernels)
      : module(module), kernels(kernels), diagnostics(module, kernels) {
    readDynamicInitialisers();
  }

  std::vector<Diagnostic> run();

 private:
  void readDynamicInitialisers();
  void enqueue(const llvm::Function& function);
  bool isCalled(const llvm::Function& function) const;
  void checkFunction(const llvm::Function& function);
  void checkInstruction(const llvm::Instruction& instruction);
  bool checkCall(const llvm::CallBase& call);
  bool checkCallee(const llvm::CallBase& call, const llvm::Function& callee);
  void reportUndefined(const llvm::Function& function, const llvm::Instruction& at, const char* how);
  bool checkTypes(const llvm::Instruction& instruction);
  bool checkAtomic(const llvm::Instruction& instruction);
  void checkGridSync();
  void checkTryBlocks(const llvm::Function& function);
  void checkConstant(const llvm::Constant& constant, const llvm::Instruction& at);
  void checkGlobal(const llvm::GlobalVariable& global, const llvm::Instruction& at);

  llvm::Module& module;
  const std::vector<DeviceKernel>& kernels;
  DeviceDiagnostics diagnostics;
  std::deque<const llvm::Function*> queue;
  llvm::SmallPtrSet<const llvm::Function*, 32> reached;
  llvm::DenseMap<const llvm::Function*, llvm::SmallVector<const llvm::Function*, 4>> calls;  // direct ones
  llvm::DenseMap<const llvm::GlobalVariable*, Place> dynamic;  // initialised when the host program starts
  llvm::SmallPtrSet<const llvm::Constant*, 16> visiting;       // within one instruction
  std::vector<const llvm::CallBase*> releases;
  bool allocates = false;
};

std::string quoted(const std::string& name) { return strCat("`", name, "`"); }
std::string quoted(const llvm::GlobalValue& value) { return quoted(functionName(value.getName())); }

bool hasLongDouble(llvm::Type* type) {
  if (type->isX86_FP80Ty()) return true;
  if (auto* vector = llvm::dyn_cast<llvm::VectorType>(type)) return hasLongDouble(vector->getElementType());
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type))
    return llvm::any_of(structure->elements(), hasLongDouble);
  return false;
}

// Whether all that a function does can be judged from here: it computes from its arguments and calls nothing unknown.
bool isSelfContained(const llvm::Function& function, llvm::SmallPtrSetImpl<const llvm::Function*>& visited) {
  if (function.isDeclaration())
    return function.isIntrinsic() || functionKind(function.getName()) != FunctionKind::Unknown;
  if (!visited.insert(&function).second) return true;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
      if (!faultOf(*call) && (!call->getCalledFunction() || !isSelfContained(*call->getCalledFunction(), visited)))
        return false;
    for (const llvm::Value* operand : instruction.operand_values())
      if (llvm::isa<llvm::GlobalVariable>(operand->stripPointerCasts())) return false;
  }
  return true;
}

// Defined in a library of the host, the body only lent for inlining there: an extern template, such as the streams.
// Following one leads deep into the library, and the error there would say nothing; simple ones are followed.
bool isBorrowed(const llvm::Function& function, Places& places) {
  if (!function.hasAvailableExternallyLinkage()) return false;
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  if (subprogram && places.isUserFile(subprogram->getFile())) return false;
  llvm::SmallPtrSet<const llvm::Function*, 8> visited;
  return !isSelfContained(function, visited);
}

void Verifier::readDynamicInitialisers() {
  const llvm::NamedMDNode* list = module.getNamedMetadata("gpuc.dynamic");
  if (!list) return;
  for (const llvm::MDNode* node : list->operands()) {
    auto* value = llvm::dyn_cast_or_null<llvm::ValueAsMetadata>(node->getOperand(0).get());
    auto* global = value ? llvm::dyn_cast<llvm::GlobalVariable>(value->getValue()->stripPointerCasts()) : nullptr;
    if (!global) continue;
    Place place;
    place.file = llvm::cast<llvm::MDString>(node->getOperand(1))->getString();
    place.line = llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(2))->getSExtValue();
    dynamic[global] = place;
  }
}

void Verifier::enqueue(const llvm::Function& function) {
  if (reached.insert(&function).second) queue.push_back(&function);
}

// Whether direct calls lead from a kernel to `function`.
bool Verifier::isCalled(const llvm::Function& function) const {
  llvm::SmallSetVector<const llvm::Function*, 16> called;
  for (const DeviceKernel& kernel : kernels)
    if (kernel.run) called.insert(kernel.run);
  for (std::size_t next = 0; next < called.size(); ++next)
    if (auto callees = calls.find(called[next]); callees != calls.end())
      called.insert(callees->second.begin(), callees->second.end());
  return called.contains(&function);
}

std::vector<Diagnostic> Verifier::run() {
  for (const DeviceKernel& kernel : kernels)
    if (kernel.run) enqueue(*kernel.run);
  while (!queue.empty()) {
    const llvm::Function* function = queue.front();
    queue.pop_front();
    checkFunction(*function);
  }
  // Where memory is allocated, its release is no news; what only a vtable names, a deleting destructor, may stay.
  if (!allocates)
    for (const llvm::CallBase* call : releases)
      if (isCalled(*call->getFunction()))
        diagnostics.report(Code::HeapAllocation, *call, "device code frees memory, and the device has no heap",
                           "free it on the host");
  checkGridSync();
  return diagnostics.take();
}

void Verifier::checkFunction(const llvm::Function& function) {
  checkTryBlocks(function);
  // Depth first over the blocks that can run.
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen{&function.getEntryBlock()};
  llvm::SmallVector<const llvm::BasicBlock*, 16> pending{&function.getEntryBlock()};
  while (!pending.empty()) {
    const llvm::BasicBlock* block = pending.pop_back_val();
    const llvm::CallBase* fault = firstFault(*block);
    for (const llvm::Instruction& instruction : *block) {
      if (&instruction == fault) {
        if (functionKind(fault->getCalledFunction()->getName()) == FunctionKind::Release) releases.push_back(fault);
        break;
      }
      checkInstruction(instruction);
    }
    if (fault) continue;
    auto visit = [&](const llvm::BasicBlock* next) {
      if (seen.insert(next).second) pending.push_back(next);
    };
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(block->getTerminator()))
      visit(invoke->getNormalDest());
    else
      for (const llvm::BasicBlock* next : llvm::successors(block)) visit(next);
  }
}

// The frontend marks functions with try blocks: `!gpuc.try !{!"file", i32 line, i32 column, ...}`.
void Verifier::checkTryBlocks(const llvm::Function& function) {
  const llvm::MDNode* node = function.getMetadata("gpuc.try");
  if (!node) return;
  for (unsigned i = 0; i + 2 < node->getNumOperands(); i += 3) {
    Place place;
    place.file = llvm::cast<llvm::MDString>(node->getOperand(i))->getString();
    place.line = llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(i + 1))->getSExtValue();
    place.column = llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(i + 2))->getSExtValue();
    place.length = 3;
    diagnostics.reportAt(Code::TryCatch, function, std::move(place), "device code has a try block",
                         "return the error as a value; a throw that nothing catches is a report on the device");
  }
}

void Verifier::checkInstruction(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::LandingPadInst>(instruction)) return;
  if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (!checkCall(*call)) return;
  } else if (!checkTypes(instruction) || !checkAtomic(instruction)) {
    return;
  }
  if (llvm::isa<llvm::VAArgInst>(instruction)) {
    diagnostics.report(Code::Variadic, instruction, "device code reads variadic arguments", "use a parameter pack");
    return;
  }
  if (llvm::isa<llvm::IndirectBrInst>(instruction)) {
    diagnostics.report(Code::UnsupportedInstruction, instruction, "the device has no computed goto", "use a switch");
    return;
  }
  visiting.clear();
  for (const llvm::Use& operand : instruction.operands()) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && call->isCallee(&operand)) continue;
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(operand.get())) checkConstant(*constant, instruction);
  }
}

bool Verifier::checkTypes(const llvm::Instruction& instruction) {
  bool wide = hasLongDouble(instruction.getType());
  for (const llvm::Value* operand : instruction.operand_values()) wide |= hasLongDouble(operand->getType());
  if (wide) {
    diagnostics.report(Code::LongDouble, instruction,
                       "device code computes with long double, which the device does not have", "use double");
    return false;
  }
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    bool integer128 = cast->getSrcTy()->isIntegerTy(128) || cast->getDestTy()->isIntegerTy(128);
    bool floating = cast->getSrcTy()->isFloatingPointTy() || cast->getDestTy()->isFloatingPointTy();
    if (integer128 && floating) {
      diagnostics.report(Code::UnsupportedInstruction, instruction,
                         "the device does not convert between __int128 and floating point",
                         "convert the two 64-bit halves");
      return false;
    }
  }
  return true;
}

bool Verifier::checkAtomic(const llvm::Instruction& instruction) {
  if (!instruction.isAtomic() || llvm::isa<llvm::FenceInst>(instruction)) return true;
  llvm::Type* type = instruction.getType();
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) type = store->getValueOperand()->getType();
  if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    type = exchange->getNewValOperand()->getType();
  if (module.getDataLayout().getTypeStoreSize(type) <= 8) return true;
  diagnostics.report(Code::UnsupportedAtomic, instruction,
                     strCat("the device has no atomic operation on an object of ",
                            module.getDataLayout().getTypeStoreSize(type).getFixedValue(), " bytes"),
                     "atomic objects have 1, 2, 4 or 8 bytes");
  return false;
}

bool Verifier::checkCall(const llvm::CallBase& call) {
  if (auto* assembly = llvm::dyn_cast<llvm::InlineAsm>(call.getCalledOperand())) {
    if (assembly->getAsmString().empty()) return true;  // a barrier for the compiler
    diagnostics.report(Code::InlineAssembly, call, "device code has x86 inline assembly",
                       "write the operation in plain C++");
    return false;
  }
  if (const llvm::Function* callee = call.getCalledFunction())
    if (!checkCallee(call, *callee)) return false;
  return checkTypes(call);
}

// Only the blocks of a cooperative launch all run at the same time; those of any other could wait for ever.
void Verifier::checkGridSync() {
  const llvm::Function* sync = module.getFunction("__gpuc_grid_sync");
  for (const DeviceKernel& kernel : kernels)
    if (sync && kernel.run && kernel.kernel.contract.cooperative == 0 && reachedFrom(*kernel.run).contains(sync))
      diagnostics.reportAt(Code::GridSyncPlace, *kernel.run, kernel.kernel.place,
                           strCat("kernel ", quoted(kernel.kernel.qualified),
                                  " calls gpuc::grid::sync, but nothing makes its blocks run at the same time"),
                           "mark the kernel [[gpuc::cooperative]]");
}

bool Verifier::checkCallee(const llvm::CallBase& call, const llvm::Function& callee) {
  if (callee.isIntrinsic()) {
    llvm::Intrinsic::ID id = callee.getIntrinsicID();
    if (callee.getName().starts_with("llvm.x86.")) {
      diagnostics.report(Code::UnsupportedInstruction, call,
                         strCat("device code uses the x86 instruction ", quoted(callee.getName().str())),
                         "write the operation in plain C++");
      return false;
    }
    if (id == llvm::Intrinsic::vastart || id == llvm::Intrinsic::vacopy || id == llvm::Intrinsic::vaend) {
      diagnostics.report(Code::Variadic, call,
                         strCat("device code has the variadic function ", quoted(*call.getFunction())),
                         "use a parameter pack: template <class... T> void f(T... values)");
      return false;
    }
    return true;
  }
  switch (functionKind(callee.getName())) {
    case FunctionKind::Builtin:
    case FunctionKind::Memory:
    case FunctionKind::Print: return true;
    case FunctionKind::Math:
      if (callee.isDeclaration()) return true;
      break;
    case FunctionKind::Allocate:
      allocates = true;
      diagnostics.report(Code::HeapAllocation, call, "device code allocates memory, and the device has no heap",
                         "use std::array, a shared variable, or a buffer that the host passes");
      return false;
    case FunctionKind::RuntimeType:
      diagnostics.report(Code::RuntimeTypes, call, "device code uses dynamic_cast or typeid",
                         "use a virtual function or std::variant");
      return false;
    case FunctionKind::Release:  // the user's own operator delete
    case FunctionKind::Guard:    // reported where the guard variable is read
    case FunctionKind::Unknown: break;
  }
  if (callee.isVarArg() && callee.isDeclaration()) {
    // Of the C library's, only printing to stdout has a counterpart.
    bool printing = callee.getName().contains("printf");
    diagnostics.report(printing ? Code::HostFunction : Code::Variadic, call,
                       strCat("device code calls the variadic function ", quoted(callee)),
                       printing ? "use printf" : "use a parameter pack");
    return false;
  }
  if (callee.getName().starts_with("__atomic_")) {
    diagnostics.report(Code::UnsupportedAtomic, call, "the device has no atomic operation on an object of this size",
                       "atomic objects have 1, 2, 4 or 8 bytes");
    return false;
  }
  // A wrapper that initialises a thread_local variable on first use.
  if (callee.getName().starts_with("_ZTW") || callee.getName().starts_with("_ZTH")) {
    diagnostics.report(Code::ThreadLocal, call, "device code uses a thread_local variable", "make it a parameter");
    return false;
  }
  if (!callee.isDeclaration() && !isBorrowed(callee, diagnostics.places())) {
    diagnostics.addUse(call, callee);
    calls[call.getFunction()].push_back(&callee);
    enqueue(callee);
    return true;
  }
  reportUndefined(callee, call, "calls");
  return false;
}

void Verifier::reportUndefined(const llvm::Function& function, const llvm::Instruction& at, const char* how) {
  // The frontend says where the user declared a function: `!gpuc.declared !{!"file", i32 line}`.
  if (const llvm::MDNode* declared = function.getMetadata("gpuc.declared")) {
    diagnostics.report(Code::OtherFile, at,
                       strCat("device code ", how, " ", quoted(function), ", which is declared at ",
                              llvm::cast<llvm::MDString>(declared->getOperand(0))->getString().str(), ":",
                              llvm::mdconst::extract<llvm::ConstantInt>(declared->getOperand(1))->getSExtValue(),
                              " and not defined in this source file"),
                       "define it inline in the header");
    return;
  }
  diagnostics.report(Code::HostFunction, at,
                     strCat("device code ", how, " ", quoted(function), ", which exists on the host only"),
                     hostFunctionHelp(function.getName()));
}

void Verifier::checkConstant(const llvm::Constant& constant, const llvm::Instruction& at) {
  if (llvm::isa<llvm::ConstantData>(constant) || !visiting.insert(&constant).second) return;
  if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(&constant)) return checkGlobal(*global, at);
  if (auto* function = llvm::dyn_cast<llvm::Function>(&constant)) {
    if (function->getName() == "__cxa_pure_virtual" || function->getName() == "__cxa_deleted_virtual") return;
    if (function->isDeclaration() || isBorrowed(*function, diagnostics.places()))
      return reportUndefined(*function, at, "takes the address of");
    diagnostics.addUse(at, *function);
    enqueue(*function);
    return;
  }
  for (const llvm::Value* operand : constant.operand_values()) checkConstant(*llvm::cast<llvm::Constant>(operand), at);
}

void Verifier::checkGlobal(const llvm::GlobalVariable& global, const llvm::Instruction& at) {
  llvm::StringRef symbol = global.getName();
  if (symbol.starts_with("_ZTI") || symbol.starts_with("_ZTS") || symbol.starts_with("_ZTVN10__cxxabiv1")) {
    // Vtables and library code name types without looking at them; the user's own code would.
    if (visiting.size() == 1 && diagnostics.places().innermostUser(at.getDebugLoc()))
      diagnostics.report(Code::RuntimeTypes, at, "device code uses typeid", "use a virtual function or std::variant");
    return;
  }
  if (symbol.starts_with("_ZGV")) {
    std::string variable = strCat("_Z", symbol.drop_front(4).str());
    const llvm::GlobalVariable* guarded = module.getGlobalVariable(variable, true);
    bool shared = guarded && guarded->getSection() == kSharedSection;
    if (shared)
      diagnostics.report(Code::SharedInitialiser, at,
                         strCat("the shared variable ", quoted(functionName(variable)), " has an initialiser"),
                         "let one thread assign it, then gpuc::block::sync()");
    else
      diagnostics.report(Code::DynamicInitialiser, at,
                         strCat("device code uses the static variable ", quoted(functionName(variable)),
                                ", which is initialised when the host first runs this line"),
                         "make it constexpr");
    return;
  }
  if (global.isThreadLocal()) {
    diagnostics.report(Code::ThreadLocal, at, strCat("device code uses the thread_local variable ", quoted(global)),
                       "make it a parameter");
    return;
  }
  if (global.getSection() == kSharedSection) {
    const llvm::Constant* value = global.hasInitializer() ? global.getInitializer() : nullptr;
    if (value && !llvm::isa<llvm::UndefValue>(value) && !value->isNullValue())
      diagnostics.report(Code::SharedInitialiser, at,
                         strCat("the shared variable ", quoted(global), " has an initialiser"),
                         "let one thread assign it, then gpuc::block::sync()");
    return;
  }
  if (dynamic.contains(&global)) {
    diagnostics.report(Code::DynamicInitialiser, at,
                       strCat("device code reads ", quoted(global), ", which is computed when the program starts"),
                       "make it constexpr, or pass it to the kernel");
    return;
  }
  if (symbol == "stdout" || symbol == "stderr" || symbol == "stdin" || symbol == "_ZSt4cout" || symbol == "_ZSt4cerr" ||
      symbol == "_ZSt4clog" || symbol == "_ZSt3cin") {
    diagnostics.report(Code::HostFunction, at, strCat("device code uses the stream ", quoted(global), " of the host"),
                       "print with printf");
    return;
  }
  // What is initialised on first use was reported where its guard is looked at.
  if (symbol.starts_with("_Z") && module.getGlobalVariable(strCat("_ZGV", symbol.drop_front(2).str()), true)) return;
  if (!global.isConstant() || !global.hasInitializer()) {
    diagnostics.report(Code::MutableGlobal, at,
                       strCat("device code uses the variable ", quoted(global), " of the host"),
                       "pass it to the kernel as an argument, or make it constexpr");
    return;
  }
  checkConstant(*global.getInitializer(), at);
}

}  // namespace

llvm::PreservedAnalyses VerifyDevice::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  std::vector<DeviceKernel> kernels = readKernels(module);
  context.add(Verifier(module, kernels).run());
  return llvm::PreservedAnalyses::all();
}

}  // namespace gpuc::tool
