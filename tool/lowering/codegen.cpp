#include "tool/lowering/codegen.h"

#include "tool/base/result.h"
#include "tool/base/text.h"
#include "tool/ir/kernel_metadata.h"
#include "tool/ir/places.h"
#include "tool/lowering/parameters.h"
#include "tool/lowering/target.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

namespace gpuc::tool {

namespace {

// PTX ISA 7.3 introduced alloca, 8.1 parameters beyond 4 KiB.
constexpr unsigned kAllocaVersion = 73, kLargeParametersVersion = 81;

bool hasDynamicAlloca(const llvm::Module& module) {
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction); slot && !slot->isStaticAlloca()) return true;
  return false;
}

// Collects what the backend reports; it goes on with something arbitrary, so any error means no PTX.
class BackendDiagnostics {
 public:
  BackendDiagnostics(llvm::Module& module, LoweringContext& context)
      : module(module), places(module), context(context) {
    module.getContext().setDiagnosticHandlerCallBack(handle, this);
  }
  ~BackendDiagnostics() { module.getContext().setDiagnosticHandlerCallBack(nullptr); }

  bool failed() const { return anyError; }

 private:
  static void handle(const llvm::DiagnosticInfo* info, void* self) {
    if (info->getSeverity() == llvm::DS_Error) static_cast<BackendDiagnostics*>(self)->add(*info);
  }

  void add(const llvm::DiagnosticInfo& info) {
    anyError = true;
    std::string text;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    Place place;
    if (auto* located = llvm::dyn_cast<llvm::DiagnosticInfoUnsupported>(&info);
        located && located->isLocationAvailable()) {
      place.file = located->getLocation().getRelativePath().str();
      place.line = static_cast<int>(located->getLocation().getLine());
      place.column = static_cast<int>(located->getLocation().getColumn());
    }
    context.diagnostics.push_back(diag(Code::UnsupportedInstruction, places.place(std::move(place)),
                                       strCat("device code needs what the GPU does not have: ", text),
                                       "write it with other operations"));
  }

  llvm::Module& module;
  Places places;
  LoweringContext& context;
  bool anyError = false;
};

}  // namespace

unsigned neededPtxVersion(const llvm::Module& module, const LoweringContext& context) {
  unsigned version = lowestPtxVersion(context.options.arch);
  if (hasDynamicAlloca(module)) version = std::max(version, kAllocaVersion);
  for (const DeviceKernel& kernel : readKernels(module))
    if (kernel.run && parameterSpace(kernel.kernel) > kSmallParameterSpace)
      version = std::max(version, kLargeParametersVersion);
  return version;
}

std::string emitPtx(llvm::Module& module, LoweringContext& context, unsigned ptxVersion) {
  std::unique_ptr<llvm::TargetMachine> machine = makeTargetMachine(context.options.arch, ptxVersion);
  if (!machine) {
    context.diagnostics.push_back(unknownArch(context.options.arch));
    return {};
  }
  BackendDiagnostics diagnostics(module, context);
  // ptxas takes debug information for unoptimised code only. Locations that emit nothing serve the messages above.
  if (llvm::any_of(module.debug_compile_units(), [](const llvm::DICompileUnit* unit) {
        return unit->getEmissionKind() != llvm::DICompileUnit::NoDebug;
      }))
    llvm::StripDebugInfo(module);
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream stream(text);
  llvm::legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::AssemblyFile)) {
    context.diagnostics.push_back(diag(Code::InternalError, "LLVM's NVPTX backend writes no assembly"));
    return {};
  }
  passes.run(module);
  return diagnostics.failed() ? std::string() : std::string(text);
}

}  // namespace gpuc::tool
