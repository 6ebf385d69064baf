#include "tool/lowering/libdevice.h"

#include "tool/base/text.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

extern "C" const char gpucDeviceRuntime[];
extern "C" const char gpucDeviceRuntimeEnd[];

namespace gpuc::tool {

namespace {

// Only what `module` needs is read from the buffer and linked.
Result<void> linkNeeded(llvm::Module& module, std::unique_ptr<llvm::MemoryBuffer> buffer, const std::string& what) {
  llvm::Expected<std::unique_ptr<llvm::Module>> library =
      llvm::getOwningLazyBitcodeModule(std::move(buffer), module.getContext());
  if (!library) return diag(Code::MathNeedsLibdevice, strCat(what, ": ", llvm::toString(library.takeError())));
  (*library)->setTargetTriple(module.getTargetTriple());
  (*library)->setDataLayout(module.getDataLayout());
  llvm::SmallPtrSet<const llvm::Function*, 32> before;
  for (const llvm::Function& function : module)
    if (!function.isDeclaration()) before.insert(&function);
  if (llvm::Linker::linkModules(module, std::move(*library), llvm::Linker::LinkOnlyNeeded))
    return diag(Code::MathNeedsLibdevice, strCat(what, " cannot be linked"));
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || before.contains(&function)) continue;
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    // The library's own build flags; what it says about inlining stays.
    llvm::AttributeMask strings;
    for (llvm::Attribute attribute : function.getAttributes().getFnAttrs())
      if (attribute.isStringAttribute()) strings.addAttribute(attribute.getKindAsString());
    function.removeFnAttrs(strings);
  }
  return {};
}

// libdevice asks how it is compiled: __nvvm_reflect("__CUDA_FTZ") and the like. IEEE in every respect.
void resolveReflect(llvm::Module& module, unsigned capability) {
  llvm::Function* reflect = module.getFunction("__nvvm_reflect");
  if (!reflect) return;
  for (llvm::User* user : llvm::make_early_inc_range(reflect->users())) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (!call) continue;
    llvm::StringRef question;
    std::uint64_t answer = 0;
    if (llvm::getConstantStringInfo(call->getArgOperand(0), question)) {
      if (question == "__CUDA_ARCH") answer = capability * 10;
      if (question == "__CUDA_PREC_DIV" || question == "__CUDA_PREC_SQRT") answer = 1;
    }
    call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), answer));
    call->eraseFromParent();
  }
  reflect->eraseFromParent();
}

}  // namespace

Result<void> linkLibdevice(llvm::Module& module, const std::string& path, unsigned capability) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) return diag(Code::MathNeedsLibdevice, strCat(path, ": ", buffer.getError().message()));
  GPUC_TRY(linkNeeded(module, std::move(*buffer), path));
  resolveReflect(module, capability);
  return {};
}

Result<void> linkDeviceRuntime(llvm::Module& module) {
  llvm::StringRef bytes(gpucDeviceRuntime, gpucDeviceRuntimeEnd - gpucDeviceRuntime);
  return linkNeeded(module, llvm::MemoryBuffer::getMemBuffer(bytes, "gpuc device runtime", false),
                    "gpuc's device runtime");
}

}  // namespace gpuc::tool
