#include "tool/lowering/pipeline.h"

#include "tool/base/result.h"
#include "tool/base/text.h"
#include "tool/device/passes.h"
#include "tool/device/sites.h"
#include "tool/ir/analyses.h"
#include "tool/ir/kernel_metadata.h"
#include "tool/ir/simplify.h"
#include "tool/lowering/codegen.h"
#include "tool/lowering/lowering.h"
#include "tool/lowering/passes.h"
#include "tool/lowering/target.h"

#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

namespace gpuc::tool {

namespace {

// Runs passes one after the other, each traced; stops at the first that reports an error.
class Runner {
 public:
  Runner(llvm::Module& module, LoweringContext& context) : module(module), context(context) {}

  template <class Pass>
  Runner& run(const char* name, Pass pass, Analyses& analyses) {
    if (context.failed()) return *this;
    llvm::ModulePassManager passes;
    passes.addPass(std::move(pass));
    passes.run(module, analyses.modules);
    if (context.options.trace) context.options.trace(name, module);
    return *this;
  }

 private:
  llvm::Module& module;
  LoweringContext& context;
};

}  // namespace

LoweringResult lowerToPtx(llvm::Module& module, const LoweringOptions& options) {
  LoweringContext context;
  context.options = options;
  LoweringResult result;
  Runner runner(module, context);

  if (lowestPtxVersion(options.arch) == 0) {
    result.diagnostics.push_back(unknownArch(options.arch));
    return result;
  }
  // The host and the GPU know different libraries and costs.
  Analyses host;
  runner.run("lower-variadics", LowerVariadics(context), host);  // before LLVM rewrites printf as it knows the host's
  if (context.failed()) return {.diagnostics = std::move(context.diagnostics)};
  simplify(module);  // still as host code, because LLVM knows the C library's functions only there
  if (options.trace) options.trace("simplify", module);

  std::unique_ptr<llvm::TargetMachine> machine = makeTargetMachine(options.arch);
  Analyses device(machine.get());
  llvm::ModulePassManager optimise = device.builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3);
  runner.run("retarget", Retarget(context), device)
      .run("lower-intrinsics", LowerIntrinsics(context), device)  // positions, barriers, shuffles
      .run("lower-math", LowerMath(context), device)              // no libm name left; drops kernels without libdevice
      .run("lower-atomics", LowerAtomics(context), device)        // LLVM's own atomics from here on
      .run("lower-entries", LowerEntries(context), device)        // what the driver launches
      .run("apply-contracts", ApplyContracts(context), device)    // facts that every launch was checked for
      .run("place-globals", PlaceGlobals(context), device)        // shared, or global memory
      .run("define-report", DefineReport(context), device)
      .run("define-grid-sync", DefineGridSync(context), device)
      .run("globaldce", llvm::GlobalDCEPass(), device)
      .run("optimise", std::move(optimise), device)
      .run("verify-checks", VerifyChecks(context), device)
      .run("merge-checks", MergeChecks(context), device)          // the checks that could not be proven
      .run("merge-conditions", MergeConditions(context), device)  // what those that could had kept apart
      .run("reuse-addresses", ReuseAddresses(context), device)    // for what a condition now lets through together
      // No pass moves code beyond this point.
      .run("legalise", Legalise(context), device)           // what the optimiser made and llc cannot select
      .run("order-atomics", OrderAtomics(context), device)  // needs the address spaces that legalise infers
      .run("verify-lowered", VerifyLowered(context), device);

  if (!context.failed()) {
    result.ptx.arch = options.arch;
    result.ptx.sites = readSites(module);
    result.ptx.missing = context.missing;
    std::vector<DeviceKernel> kernels = readKernels(module);
    for (std::uint32_t index = 0; index < kernels.size(); ++index)
      if (kernels[index].run) result.ptx.kernels.push_back(index);
    result.ptx.ptxVersion = neededPtxVersion(module, context);
    result.ptx.text = emitPtx(module, context, result.ptx.ptxVersion);
  }
  result.ok = !context.failed();
  result.diagnostics = std::move(context.diagnostics);
  return result;
}

std::vector<std::string> passNames() {
  return {
#define GPUC_DEVICE_PASS(name, Class) name,
#include "tool/device/passes.def"
#undef GPUC_DEVICE_PASS
#define GPUC_LOWERING_PASS(name, Class) name,
#include "tool/lowering/passes.def"
#undef GPUC_LOWERING_PASS
  };
}

std::string runPasses(llvm::Module& module, const std::string& text, LoweringContext& context) {
  bool isDevice = module.getTargetTriple().isNVPTX();
  std::unique_ptr<llvm::TargetMachine> machine = isDevice ? makeTargetMachine(context.options.arch) : nullptr;
  if (isDevice && !machine) return unknownArch(context.options.arch).message;
  Analyses analyses(machine.get());
  analyses.builder.registerPipelineParsingCallback(
      [&](llvm::StringRef name, llvm::ModulePassManager& passes, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
#define GPUC_DEVICE_PASS(passName, Class) \
  if (name == passName) {                 \
    passes.addPass(Class(context));       \
    return true;                          \
  }
#include "tool/device/passes.def"
#undef GPUC_DEVICE_PASS
#define GPUC_LOWERING_PASS(passName, Class) \
  if (name == passName) {                   \
    passes.addPass(Class(context));         \
    return true;                            \
  }
#include "tool/lowering/passes.def"
#undef GPUC_LOWERING_PASS
        return false;
      });
  llvm::ModulePassManager passes;
  if (llvm::Error error = analyses.builder.parsePassPipeline(passes, text)) return llvm::toString(std::move(error));
  passes.run(module, analyses.modules);
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  return llvm::verifyModule(module, &stream) ? strCat("the passes left invalid IR: ", broken) : std::string();
}

}  // namespace gpuc::tool
