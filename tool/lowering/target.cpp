#include "tool/lowering/target.h"

#include "tool/base/codes.h"
#include "tool/base/result.h"
#include "tool/base/text.h"

#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Triple.h"

#include <mutex>

namespace gpuc::tool {

namespace {

struct Arch {
  const char* name;
  unsigned ptxVersion;
};

// PTX ISA, table of `.target` by version. A driver refuses PTX newer than itself, so the lowest is the best.
constexpr Arch kArchs[] = {
    {"sm_80", 70},  {"sm_86", 71},   {"sm_87", 74},  {"sm_89", 78},   {"sm_90", 78},  {"sm_90a", 80},
    {"sm_100", 86}, {"sm_100a", 86}, {"sm_101", 86}, {"sm_101a", 86}, {"sm_103", 88}, {"sm_103a", 88},
    {"sm_120", 87}, {"sm_120a", 87}, {"sm_121", 88}, {"sm_121a", 88},
};

}  // namespace

unsigned lowestPtxVersion(const std::string& arch) {
  for (const Arch& known : kArchs)
    if (arch == known.name) return known.ptxVersion;
  return 0;
}

Diagnostic unknownArch(const std::string& arch) {
  std::string names;
  for (const Arch& known : kArchs) names += strCat(names.empty() ? "" : ", ", known.name);
  return diag(Code::BadArch, strCat("`", arch, "` is not a GPU architecture that gpuc can build for"),
              strCat("known are ", names));
}

std::unique_ptr<llvm::TargetMachine> makeTargetMachine(const std::string& arch, unsigned ptxVersion) {
  unsigned lowest = lowestPtxVersion(arch);
  if (lowest == 0) return nullptr;
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target) return nullptr;
  llvm::TargetOptions options;
  // Only what the language says may be fused (llvm.fmuladd) is, so that both executors give the same bits.
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  options.TrapUnreachable = true;
  std::string features = strCat("+ptx", std::max(ptxVersion, lowest));
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, arch, features, options, llvm::Reloc::PIC_, std::nullopt, llvm::CodeGenOptLevel::Aggressive));
}

}  // namespace gpuc::tool
