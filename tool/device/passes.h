// The classes of passes.def. Each takes the context that its errors go to.
#pragma once

#include "tool/device/context.h"

#include "llvm/IR/PassManager.h"

namespace gpuc::tool {

#define GPUC_DEVICE_PASS(name, Class)                                                         \
  class Class : public llvm::PassInfoMixin<Class> {                                           \
   public:                                                                                    \
    explicit Class(DeviceContext& context) : context(context) {}                              \
    llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses); \
    static bool isRequired() { return true; }                                                 \
                                                                                              \
   private:                                                                                   \
    [[maybe_unused]] DeviceContext& context;                                                  \
  };
#include "tool/device/passes.def"
#undef GPUC_DEVICE_PASS

}  // namespace gpuc::tool
