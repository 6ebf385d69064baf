// lower-variadics: printf and its like become the driver's vprintf, which finds the arguments in memory, each at its
// natural alignment and already promoted as C promotes what is passed to `...`:
//
//   call i32 (ptr, ...) @printf(ptr @f, i32 %i, double %d)
//   =>  store { i32, double } ..., ptr %arguments
//       call i32 @vprintf(ptr @f, ptr %arguments)
//
// Runs before any simplification, since LLVM would turn printf into other functions of the host's library. No other
// call of a variadic function gets past `verify-device`. The CPU executor prints with the C library itself.
#include "tool/device/functions.h"
#include "tool/lowering/passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace gpuc::tool {

namespace {

llvm::Value* pack(llvm::IRBuilder<>& builder, llvm::CallInst& call, llvm::ArrayRef<llvm::Value*> arguments) {
  if (arguments.empty()) return llvm::ConstantPointerNull::get(builder.getPtrTy());
  llvm::SmallVector<llvm::Type*, 8> types;
  for (llvm::Value* argument : arguments) types.push_back(argument->getType());
  auto* layout = llvm::StructType::get(call.getContext(), types);
  llvm::IRBuilder<> entry(&*call.getFunction()->getEntryBlock().getFirstInsertionPt());
  llvm::Value* buffer = entry.CreateAlloca(layout, nullptr, "arguments");
  for (unsigned i = 0; i < arguments.size(); ++i)
    builder.CreateStore(arguments[i], builder.CreateStructGEP(layout, buffer, i));
  return buffer;
}

void lowerCall(llvm::CallInst& call, llvm::StringRef name) {
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Value*, 8> arguments(call.args());
  llvm::Value* format = nullptr;
  if (name == "puts") {
    format = builder.CreateGlobalString("%s\n");
  } else if (name == "putchar") {
    format = builder.CreateGlobalString("%c");
  } else {
    if (name == "__printf_chk") arguments.erase(arguments.begin());  // how much to check
    format = arguments.front();
    arguments.erase(arguments.begin());
  }
  llvm::FunctionCallee print =
      call.getModule()->getOrInsertFunction("vprintf", builder.getInt32Ty(), builder.getPtrTy(), builder.getPtrTy());
  llvm::CallInst* made = builder.CreateCall(print, {format, pack(builder, call, arguments)});
  made->setDoesNotThrow();
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses LowerVariadics::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration() || functionKind(function.getName()) != FunctionKind::Print) continue;
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call && call->getCalledFunction() == &function) lowerCall(*call, function.getName());
    }
    if (function.use_empty()) function.eraseFromParent();
  }
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
