// place-globals: moves each variable to the memory that it belongs in.
//
//   @tile  = internal global [256 x float] zeroinitializer, section "gpuc.shared"
//   =>  @tile = internal addrspace(3) global [256 x float] undef
//   @table = internal constant [9 x i32] [...]
//   =>  @table = internal addrspace(1) constant [9 x i32] [...]
//
// Constants go to global memory, not to the constant bank: that has 64 KiB for a whole module and serialises reads
// of different addresses; `ld.global.nc` has neither fault. Static shared memory beyond
// what every launch may have is an error here, since ptxas would not know the user's names.
#include "tool/base/result.h"
#include "tool/base/text.h"
#include "tool/device/reach.h"
#include "tool/ir/device_diagnostics.h"
#include "tool/ir/places.h"
#include "tool/lowering/passes.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

namespace gpuc::tool {

namespace {

constexpr unsigned kGlobal = 1, kShared = 3;
constexpr std::uint64_t kMostShared = 48 * 1024;     // static, per block, on every architecture
constexpr std::uint64_t kMostTogether = 227 * 1024;  // with dynamic shared memory, on the architectures with most

void place(llvm::GlobalVariable& global, unsigned space) {
  llvm::Constant* value = space == kShared ? llvm::PoisonValue::get(global.getValueType()) : global.getInitializer();
  auto* placed = new llvm::GlobalVariable(*global.getParent(), global.getValueType(), global.isConstant(),
                                          llvm::GlobalValue::InternalLinkage, value, "", &global,
                                          llvm::GlobalValue::NotThreadLocal, space);
  placed->takeName(&global);
  placed->setAlignment(global.getAlign());
  global.replaceAllUsesWith(llvm::ConstantExpr::getAddrSpaceCast(placed, global.getType()));
  global.eraseFromParent();
}

void checkShared(llvm::Module& module, LoweringContext& context) {
  Places places(module);
  for (const DeviceKernel& kernel : readKernels(module)) {
    if (!kernel.run) continue;
    std::uint64_t bytes = staticSharedBytes(*kernel.run);
    auto dynamic = static_cast<std::uint64_t>(std::max<std::int64_t>(kernel.kernel.contract.dynamic_shared_least, 0));
    if (bytes <= kMostShared && bytes + dynamic <= kMostTogether) continue;
    bool alone = bytes > kMostShared;
    Diagnostic diagnostic = diag(Code::SharedSpace, places.place(kernel.kernel.place),
                                 strCat("the shared variables of kernel `", kernel.kernel.qualified, "` take ", bytes,
                                        " bytes", alone ? "" : strCat(" and its contract asks for ", dynamic, " more"),
                                        ", and a block has ", alone ? kMostShared : kMostTogether),
                                 alone ? "make them smaller, or use dynamic shared memory" : "use smaller tiles");
    for (const llvm::GlobalValue* value : reachedFrom(*kernel.run)) {
      auto* global = llvm::dyn_cast<llvm::GlobalVariable>(value);
      if (!global || global->isDeclaration() || !isShared(*global)) continue;
      diagnostic.notes.push_back(
          {{},
           strCat("`", functionName(global->getName()), "` takes ",
                  module.getDataLayout().getTypeAllocSize(global->getValueType()).getFixedValue(), " bytes")});
    }
    context.diagnostics.push_back(std::move(diagnostic));
  }
}

}  // namespace

llvm::PreservedAnalyses PlaceGlobals::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  checkShared(module, context);
  for (llvm::GlobalVariable& global : llvm::make_early_inc_range(module.globals())) {
    if (global.getAddressSpace() != 0 || global.isDeclaration() || global.getName().starts_with("llvm.")) continue;
    place(global, isShared(global) ? kShared : kGlobal);
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
