#include "tool/split/descriptor.h"
#include "tool/split/requirements_body.h"
#include "tool/split/split.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

namespace gpuc::tool {

using namespace llvm;

namespace {

// `__gpuc_keep_NAME` made Clang emit each kernel's entry; its work is done.
void dropKeepers(Module& host) {
  removeFromUsedLists(host, [](Constant* value) {
    return cast<GlobalValue>(value->stripPointerCasts())->getName().contains("__gpuc_keep_");
  });
  for (GlobalVariable& variable : make_early_inc_range(host.globals())) {
    if (!variable.getName().contains("__gpuc_keep_")) continue;
    variable.removeDeadConstantUsers();
    if (variable.use_empty()) variable.eraseFromParent();
  }
}

}  // namespace

void rewriteHost(Module& host, const std::vector<Kernel>& kernels, const std::vector<KernelFacts>& facts,
                 const Request& request) {
  for (const Kernel& kernel : kernels)
    if (Function* function = host.getFunction(kernel.function); function && !function->isDeclaration())
      keepRequirementsOnly(*function);
  for (std::size_t i = 0; i < kernels.size(); ++i)
    fillDescriptor(host, kernels[i], facts[i], static_cast<unsigned>(i), request);
  dropKeepers(host);
}

void setMainAside(Module& host) {
  Function* main = host.getFunction("main");
  if (!main || main->isDeclaration()) return;
  main->setName("__gpuc_program_main");
  main->setLinkage(GlobalValue::InternalLinkage);
}

}  // namespace gpuc::tool
