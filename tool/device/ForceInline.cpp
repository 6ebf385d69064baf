// force-inline: inlines everything into the kernels' `run` functions, so that arguments, views and index witnesses
// become plain values, a report knows its kernel and its user's line, and a kernel's contract reaches all its code.
// Left as calls: recursion, calls through pointers, and functions that would make a kernel larger than kMost.
#include "tool/device/passes.h"
#include "tool/ir/kernel_metadata.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

namespace gpuc::tool {

namespace {

// Instructions of unoptimised code. A diamond of calls doubles at every level, so there must be a limit; this one
// is far above any kernel written by hand.
constexpr std::uint64_t kMost = 200'000;

}  // namespace

llvm::PreservedAnalyses ForceInline::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  std::vector<DeviceKernel> kernels = readKernels(module);
  llvm::CallGraph graph(module);
  llvm::DenseMap<const llvm::Function*, std::uint64_t> sizes;  // with all that is inlined
  for (auto component = llvm::scc_begin(&graph); !component.isAtEnd(); ++component) {
    llvm::Function* function = component->front()->getFunction();
    if (!function || function->isDeclaration()) continue;
    bool recursive = component.hasCycle();
    std::uint64_t size = 0;
    for (llvm::Instruction& instruction : llvm::instructions(*function)) {
      ++size;
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call && call->getCalledFunction()) size += sizes.lookup(call->getCalledFunction());
    }
    if (recursive || size > kMost) {
      for (llvm::CallGraphNode* node : *component)
        if (llvm::Function* member = node->getFunction()) {
          member->removeFnAttr(llvm::Attribute::AlwaysInline);
          sizes[member] = 0;
        }
      continue;
    }
    sizes[function] = size;
    bool isRun = llvm::any_of(kernels, [&](const DeviceKernel& kernel) { return kernel.run == function; });
    if (!isRun) function->addFnAttr(llvm::Attribute::AlwaysInline);
  }
  // Lifetime markers keep the stack slots of inlined functions apart, which the optimiser wants to know.
  llvm::AlwaysInlinerPass(/*InsertLifetime=*/true).run(module, analyses);
  llvm::GlobalDCEPass().run(module, analyses);
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
