// strip-host-attributes: removes what Clang said about the host. Keeps an allow-list of attributes that are facts
// about the code, so that a flag of the host build (-pg, -fstack-protector, -march, sanitizers, -O0's optnone) can
// never change device code. Also drops linkage, comdats, sections, aliases and run-time type information, all of
// which mean something to the host's linker only.
// Guarantees: every function but the kernels' `run` is internal; noinline and optnone are gone; the only typeinfo left
// is that of throws.
#include "tool/device/functions.h"
#include "tool/device/passes.h"
#include "tool/ir/kernel_metadata.h"
#include "tool/ir/places.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

namespace gpuc::tool {

namespace {

bool isKeptAttribute(llvm::Attribute attribute) {
  if (attribute.isStringAttribute()) return false;
  switch (attribute.getKindAsEnum()) {
    case llvm::Attribute::AlwaysInline:
    case llvm::Attribute::Cold:
    case llvm::Attribute::Convergent:
    case llvm::Attribute::Hot:
    case llvm::Attribute::Memory:
    case llvm::Attribute::MustProgress:
    case llvm::Attribute::NoFree:
    case llvm::Attribute::NoRecurse:
    case llvm::Attribute::NoReturn:
    case llvm::Attribute::NoUnwind:
    case llvm::Attribute::Speculatable:
    case llvm::Attribute::WillReturn: return true;
    default: return false;
  }
}

// Attributes of parameters and results are facts about values, and part of the calling convention between device
// functions: they stay.
llvm::AttributeList kept(llvm::LLVMContext& context, llvm::AttributeList list) {
  llvm::AttrBuilder function(context);
  for (llvm::Attribute attribute : list.getFnAttrs())
    if (isKeptAttribute(attribute)) function.addAttribute(attribute);
  return list.removeFnAttributes(context).addFnAttributes(context, function);
}

// Chapter 3 of the C++ ABI: typeinfo objects and names. Vtables and std::function mention them; `verify-device` has
// refused code that would look at them. What is thrown keeps its own: `lower-exceptions` says its name.
bool isThrown(const llvm::Use& use) {
  auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->getName() == "__cxa_throw";
}

void dropRuntimeTypes(llvm::Module& module) {
  for (llvm::GlobalVariable& global : llvm::make_early_inc_range(module.globals())) {
    llvm::StringRef name = global.getName();
    if (!name.starts_with("_ZTI") && !name.starts_with("_ZTS")) continue;
    global.replaceUsesWithIf(llvm::ConstantPointerNull::get(global.getType()),
                             [](const llvm::Use& use) { return !isThrown(use); });
    if (global.use_empty()) global.eraseFromParent();
  }
  for (const char* name : {"__cxa_pure_virtual", "__cxa_deleted_virtual"})
    if (llvm::Function* function = module.getFunction(name); function && function->isDeclaration()) {
      function->replaceAllUsesWith(llvm::ConstantPointerNull::get(function->getType()));
      function->eraseFromParent();
    }
}

void dropAliases(llvm::Module& module) {
  for (llvm::GlobalAlias& alias : llvm::make_early_inc_range(module.aliases())) {
    alias.replaceAllUsesWith(alias.getAliasee());
    alias.eraseFromParent();
  }
}

void dropInstrumentation(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (llvm::isa<llvm::InstrProfInstBase>(instruction)) instruction.eraseFromParent();
}

// The C library lends bodies for some of what the device prints with, such as putchar, which write to stdout.
void dropLentBodies(llvm::Module& module) {
  Places places(module);
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || functionKind(function.getName()) != FunctionKind::Print) continue;
    const llvm::DISubprogram* subprogram = function.getSubprogram();
    if (subprogram && !places.isUserFile(subprogram->getFile())) function.deleteBody();
  }
}

void stripGlobal(llvm::GlobalObject& object, bool keepName) {
  object.setComdat(nullptr);
  object.setVisibility(llvm::GlobalValue::DefaultVisibility);
  object.setDLLStorageClass(llvm::GlobalValue::DefaultStorageClass);
  object.setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::None);
  if (!object.isDeclaration() && !keepName) object.setLinkage(llvm::GlobalValue::InternalLinkage);
  object.setDSOLocal(object.hasLocalLinkage());
}

}  // namespace

llvm::PreservedAnalyses StripHostAttributes::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  llvm::LLVMContext& context = module.getContext();
  dropAliases(module);
  dropInstrumentation(module);
  dropLentBodies(module);
  for (const char* list : {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"})
    if (llvm::GlobalVariable* global = module.getGlobalVariable(list)) global->eraseFromParent();
  module.setModuleInlineAsm("");
  for (const char* list : {"llvm.ident", "llvm.commandline", "llvm.errno.tbaa"})
    if (llvm::NamedMDNode* metadata = module.getNamedMetadata(list)) metadata->eraseFromParent();

  std::vector<DeviceKernel> kernels = readKernels(module);
  for (llvm::Function& function : module) {
    bool isRun = llvm::any_of(kernels, [&](const DeviceKernel& kernel) { return kernel.run == &function; });
    stripGlobal(function, isRun);
    if (isRun) function.setLinkage(llvm::GlobalValue::ExternalLinkage);
    function.clearGC();
    if (!function.isDeclaration()) function.setSection("");
    if (function.isIntrinsic()) continue;
    function.setAttributes(kept(context, function.getAttributes()));
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        call->setAttributes(kept(context, call->getAttributes()));
  }
  for (llvm::GlobalVariable& global : module.globals()) stripGlobal(global, false);
  dropRuntimeTypes(module);
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
