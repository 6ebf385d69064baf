#include "tool/device/sites.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

namespace gpuc::tool {

static constexpr char kSites[] = "gpuc.sites";

std::vector<ReportSite> readSites(const llvm::Module& module) {
  std::vector<ReportSite> sites;
  const llvm::NamedMDNode* list = module.getNamedMetadata(kSites);
  if (!list) return sites;
  for (const llvm::MDNode* node : list->operands()) {
    auto number = [&](unsigned i) {
      return static_cast<std::uint32_t>(llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(i))->getZExtValue());
    };
    auto text = [&](unsigned i) { return llvm::cast<llvm::MDString>(node->getOperand(i))->getString().str(); };
    sites.push_back({static_cast<abi::report_kind>(number(0)), number(1), text(2), number(3), number(4), text(5)});
  }
  return sites;
}

void writeSites(llvm::Module& module, const std::vector<ReportSite>& sites) {
  llvm::LLVMContext& context = module.getContext();
  auto number = [&](std::uint32_t value) {
    return llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value));
  };
  auto text = [&](const std::string& value) { return llvm::MDString::get(context, value); };
  llvm::NamedMDNode* list = module.getOrInsertNamedMetadata(kSites);
  list->clearOperands();
  for (const ReportSite& site : sites)
    list->addOperand(
        llvm::MDNode::get(context, {number(static_cast<std::uint32_t>(site.kind)), number(site.kernel), text(site.file),
                                    number(site.line), number(site.column), text(site.text)}));
}

}  // namespace gpuc::tool
