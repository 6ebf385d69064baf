#include "tool/ir/kernel_metadata.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Casting.h"

namespace gpuc::tool {

namespace {

constexpr const char* kKernels = "gpuc.kernels";

constexpr const char* kKindNames[] = {"value",  "slice",           "disjoint_slice", "atomic_slice",
                                      "matrix", "disjoint_matrix", "tensor",         "disjoint_tensor"};

class Writer {
 public:
  explicit Writer(llvm::LLVMContext& context) : context(context) {}
  llvm::Metadata* text(const std::string& value) { return llvm::MDString::get(context, value); }
  llvm::Metadata* number(std::uint64_t value, unsigned bits = 32) {
    return llvm::ConstantAsMetadata::get(
        llvm::ConstantInt::get(llvm::Type::getIntNTy(context, bits), value, false, true));
  }
  llvm::MDNode* node(llvm::ArrayRef<llvm::Metadata*> operands) { return llvm::MDNode::get(context, operands); }

 private:
  llvm::LLVMContext& context;
};

std::string textAt(const llvm::MDNode& node, unsigned index) {
  return llvm::cast<llvm::MDString>(node.getOperand(index))->getString().str();
}

std::uint64_t numberAt(const llvm::MDNode& node, unsigned index) {
  return llvm::mdconst::extract<llvm::ConstantInt>(node.getOperand(index))->getZExtValue();
}

abi::parameter_kind kindOf(const std::string& name) {
  for (unsigned i = 0; i < std::size(kKindNames); ++i)
    if (name == kKindNames[i]) return static_cast<abi::parameter_kind>(i);
  return abi::parameter_kind::value;
}

KernelParameter readParameter(const llvm::MDNode& node) {
  KernelParameter parameter;
  parameter.kind = kindOf(textAt(node, 0));
  parameter.name = textAt(node, 1);
  parameter.size = static_cast<std::uint32_t>(numberAt(node, 2));
  parameter.alignment = static_cast<std::uint32_t>(numberAt(node, 3));
  parameter.elementSize = static_cast<std::uint32_t>(numberAt(node, 4));
  parameter.exclusive = numberAt(node, 5) != 0;
  return parameter;
}

abi::contract_data readContract(const llvm::MDNode& node) {
  abi::contract_data contract{};
  contract.domain = static_cast<std::uint32_t>(numberAt(node, 0));
  for (unsigned axis = 0; axis < 3; ++axis) contract.block[axis] = static_cast<std::uint32_t>(numberAt(node, 1 + axis));
  contract.max_threads = static_cast<std::uint32_t>(numberAt(node, 4));
  contract.min_blocks = static_cast<std::uint32_t>(numberAt(node, 5));
  contract.dynamic_shared_least = static_cast<std::int64_t>(numberAt(node, 6));
  contract.min_capability = static_cast<std::uint32_t>(numberAt(node, 7));
  contract.dynamic_shared_most = contract.dynamic_shared_least;
  if (node.getNumOperands() == 8) return contract;
  contract.dynamic_shared_most = static_cast<std::int64_t>(numberAt(node, 8));
  contract.dynamic_shared_align = static_cast<std::uint32_t>(numberAt(node, 9));
  contract.cooperative = static_cast<std::uint32_t>(numberAt(node, 10));
  return contract;
}

}  // namespace

std::vector<DeviceKernel> readKernels(const llvm::Module& module) {
  std::vector<DeviceKernel> kernels;
  const llvm::NamedMDNode* table = module.getNamedMetadata(kKernels);
  if (!table) return kernels;
  for (const llvm::MDNode* node : table->operands()) {
    DeviceKernel entry;
    entry.run = llvm::mdconst::dyn_extract_or_null<llvm::Function>(node->getOperand(0));
    Kernel& kernel = entry.kernel;
    kernel.name = textAt(*node, 1);
    kernel.qualified = textAt(*node, 2);
    kernel.symbol = textAt(*node, 3);
    kernel.checked = numberAt(*node, 4) != 0;
    for (const llvm::MDOperand& parameter : llvm::cast<llvm::MDNode>(node->getOperand(5))->operands())
      kernel.parameters.push_back(readParameter(*llvm::cast<llvm::MDNode>(parameter)));
    kernel.contract = readContract(*llvm::cast<llvm::MDNode>(node->getOperand(6)));
    kernel.place.file = textAt(*node, 7);
    kernel.place.line = static_cast<int>(numberAt(*node, 8));
    kernel.noChecks = node->getNumOperands() > 9 && numberAt(*node, 9) != 0;
    kernel.tile = node->getNumOperands() > 10 && numberAt(*node, 10) != 0;
    kernels.push_back(std::move(entry));
  }
  return kernels;
}

void writeKernels(llvm::Module& module, const std::vector<DeviceKernel>& kernels) {
  Writer write(module.getContext());
  llvm::NamedMDNode* table = module.getOrInsertNamedMetadata(kKernels);
  table->clearOperands();
  for (const DeviceKernel& entry : kernels) {
    const Kernel& kernel = entry.kernel;
    llvm::SmallVector<llvm::Metadata*, 8> parameters;
    for (const KernelParameter& p : kernel.parameters)
      parameters.push_back(
          write.node({write.text(kKindNames[static_cast<int>(p.kind)]), write.text(p.name), write.number(p.size),
                      write.number(p.alignment), write.number(p.elementSize), write.number(p.exclusive, 1)}));
    const abi::contract_data& c = kernel.contract;
    llvm::MDNode* contract =
        write.node({write.number(c.domain), write.number(c.block[0]), write.number(c.block[1]),
                    write.number(c.block[2]), write.number(c.max_threads), write.number(c.min_blocks),
                    write.number(static_cast<std::uint64_t>(c.dynamic_shared_least), 64),
                    write.number(c.min_capability), write.number(static_cast<std::uint64_t>(c.dynamic_shared_most), 64),
                    write.number(c.dynamic_shared_align), write.number(c.cooperative)});
    llvm::Metadata* run = entry.run ? llvm::ConstantAsMetadata::get(entry.run) : nullptr;
    table->addOperand(
        write.node({run, write.text(kernel.name), write.text(kernel.qualified), write.text(kernel.symbol),
                    write.number(kernel.checked, 1), write.node(parameters), contract, write.text(kernel.place.file),
                    write.number(static_cast<std::uint64_t>(kernel.place.line)), write.number(kernel.noChecks, 1),
                    write.number(kernel.tile, 1)}));
  }
}

}  // namespace gpuc::tool
