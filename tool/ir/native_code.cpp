#include "tool/ir/native_code.h"

#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Triple.h"

#include <mutex>

namespace gpuc::tool {

std::unique_ptr<llvm::TargetMachine> nativeMachine(const std::string& processor, int level) {
  // Clang has initialised the target where it ran; gpuc-opt has not.
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();
  });
  llvm::Triple triple("x86_64-pc-linux-gnu");
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  llvm::TargetOptions options;
  options.FunctionSections = options.DataSections = true;
  // The C++ library starts .init_array only; static constructors in .ctors would never run.
  options.UseInitArray = true;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  llvm::CodeGenOptLevel codegen = level <= 0   ? llvm::CodeGenOptLevel::None
                                  : level == 1 ? llvm::CodeGenOptLevel::Less
                                               : llvm::CodeGenOptLevel::Default;
  return std::unique_ptr<llvm::TargetMachine>(
      target->createTargetMachine(triple, processor, "", options, llvm::Reloc::PIC_, std::nullopt, codegen));
}

llvm::SmallVector<char, 0> emitObject(llvm::Module& module, llvm::TargetMachine& target) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  target.addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile);
  passes.run(module);
  return bytes;
}

}  // namespace gpuc::tool
