// The classes of passes.def. Each takes the context that holds the options and its errors.
#pragma once

#include "tool/lowering/context.h"

#include "llvm/IR/PassManager.h"

namespace gpuc::tool {

#define GPUC_LOWERING_PASS(name, Class)                                                       \
  class Class : public llvm::PassInfoMixin<Class> {                                           \
   public:                                                                                    \
    explicit Class(LoweringContext& context) : context(context) {}                            \
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses); \
    static bool isRequired() { return true; }                                                 \
                                                                                              \
   private:                                                                                   \
    [[maybe_unused]] LoweringContext& context;                                                \
  };
#include "tool/lowering/passes.def"
#undef GPUC_LOWERING_PASS

}  // namespace gpuc::tool
