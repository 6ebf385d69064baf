#include "tool/base/hash.h"
#include "tool/ir/kernel_metadata.h"
#include "tool/split/closure.h"
#include "tool/split/dynamic_initialisers.h"
#include "tool/split/split.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/GlobalAlias.h"
#include "llvm/IR/GlobalIFunc.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace gpuc::tool {

namespace {

constexpr const char* kSharedSection = "gpuc.shared";

// Whoever calls one of these waits for other threads, so its threads cannot run one after the other.
bool isConvergent(llvm::StringRef name) {
  return name == "__gpuc_block_sync" || name == "__gpuc_grid_sync" || name == "__gpuc_warp_sync" ||
         name == "__gpuc_ballot" || name.starts_with("__gpuc_shuffle_");
}

llvm::MDNode* textNode(llvm::LLVMContext& context, const std::vector<std::string>& texts) {
  llvm::SmallVector<llvm::Metadata*, 8> operands;
  for (const std::string& text : texts) operands.push_back(llvm::MDString::get(context, text));
  return llvm::MDNode::get(context, operands);
}

// Gives each shared variable of the module an offset of its own, so that functions shared by kernels find it.
std::uint64_t placeShared(llvm::Module& device) {
  const llvm::DataLayout& layout = device.getDataLayout();
  std::uint64_t offset = 0;
  for (llvm::GlobalVariable& variable : device.globals()) {
    if (variable.getSection() != kSharedSection) continue;
    llvm::Align align = std::max(variable.getAlign().valueOrOne(), layout.getPreferredAlign(&variable));
    offset = llvm::alignTo(offset, align);
    variable.setMetadata("gpuc.shared", llvm::MDNode::get(device.getContext(),
                                                          llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(
                                                              llvm::Type::getInt64Ty(device.getContext()), offset))));
    offset += layout.getTypeAllocSize(variable.getValueType());
  }
  return offset;
}

std::uint64_t sharedEnd(const llvm::GlobalVariable& variable) {
  const auto* offset = llvm::mdconst::extract<llvm::ConstantInt>(variable.getMetadata("gpuc.shared")->getOperand(0));
  return offset->getZExtValue() + variable.getParent()->getDataLayout().getTypeAllocSize(variable.getValueType());
}

// Device code is a closed world: nothing in it is visible outside, and no linker chooses among definitions.
void internalise(llvm::Module& device) {
  for (llvm::GlobalAlias& alias : llvm::make_early_inc_range(device.aliases())) {
    alias.replaceAllUsesWith(alias.getAliasee());
    alias.eraseFromParent();
  }
  // What picks a version when the program starts is host code: a function without a definition, if anything calls it.
  for (llvm::GlobalIFunc& choice : llvm::make_early_inc_range(device.ifuncs())) {
    auto* function = llvm::Function::Create(llvm::cast<llvm::FunctionType>(choice.getValueType()),
                                            llvm::GlobalValue::ExternalLinkage, "", device);
    function->takeName(&choice);
    choice.replaceAllUsesWith(function);
    choice.eraseFromParent();
  }
  for (llvm::GlobalObject& object : device.global_objects()) {
    if (object.isDeclaration()) continue;
    object.setComdat(nullptr);
    object.setVisibility(llvm::GlobalValue::DefaultVisibility);
    object.setDLLStorageClass(llvm::GlobalValue::DefaultStorageClass);
    object.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
}

template <class Range>
void eraseUnused(Range&& range) {
  for (auto& value : llvm::make_early_inc_range(range)) {
    value.removeDeadConstantUsers();
    if (value.isDeclaration() && value.use_empty()) value.eraseFromParent();
  }
}

}  // namespace

std::string bundleSymbol(const Request& request) { return "__gpuc_bundle_" + hashText(hashBytes(request.unit)); }

std::string cpuSymbol(const Request& request, const Kernel& kernel) {
  return "__gpuc_cpu_" + kernel.symbol + "_" + hashText(hashBytes(request.unit));
}

std::unique_ptr<llvm::Module> extractDevice(const llvm::Module& host, const std::vector<Kernel>& kernels,
                                            const Request& request, const std::vector<std::string>& systemDirectories,
                                            std::vector<KernelFacts>& facts) {
  std::vector<Closure> closures;
  llvm::SmallPtrSet<const llvm::GlobalValue*, 32> wanted;
  for (const Kernel& kernel : kernels) {
    const llvm::Function* run = host.getFunction(kernel.run);
    closures.push_back(run ? closureOf(*run) : Closure());
    wanted.insert(closures.back().begin(), closures.back().end());
  }

  llvm::ValueToValueMapTy map;
  auto device = llvm::CloneModule(host, map, [&](const llvm::GlobalValue* value) { return wanted.contains(value); });
  device->setModuleIdentifier(request.source);
  // These name everything in the host and would keep it alive here.
  for (const char* table : {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"})
    if (llvm::GlobalVariable* variable = device->getGlobalVariable(table)) variable->eraseFromParent();
  device->setModuleInlineAsm("");
  internalise(*device);
  eraseUnused(device->functions());
  eraseUnused(device->globals());
  llvm::stripNonLineTableDebugInfo(*device);
  placeShared(*device);

  facts.assign(kernels.size(), {});
  std::vector<DeviceKernel> entries;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    entries.push_back({device->getFunction(kernels[i].run), kernels[i]});
    for (const llvm::GlobalValue* value : closures[i]) {
      if (isConvergent(value->getName())) facts[i].fibers = true;
      const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value);
      if (variable && variable->getSection() == kSharedSection)
        facts[i].staticShared = std::max<std::uint32_t>(
            facts[i].staticShared,
            static_cast<std::uint32_t>(sharedEnd(*llvm::cast<llvm::GlobalVariable>(map[variable]))));
    }
  }
  writeKernels(*device, entries);
  llvm::LLVMContext& context = device->getContext();
  device->getOrInsertNamedMetadata("gpuc.directory")->addOperand(textNode(context, {request.directory}));
  device->getOrInsertNamedMetadata("gpuc.system")->addOperand(textNode(context, systemDirectories));
  markDynamicInitialisers(host, *device, map);
  return device;
}

}  // namespace gpuc::tool
