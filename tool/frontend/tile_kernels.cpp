#include "tool/frontend/tile_kernels.h"

namespace gpuc::tool {

using namespace clang;

namespace {

bool isInGpuc(const Decl& decl) {
  const auto* space = dyn_cast<NamespaceDecl>(decl.getDeclContext());
  return space && space->getName() == "gpuc" && space->getParent()->getRedeclContext()->isTranslationUnit();
}

const ClassTemplateSpecializationDecl* specializationOf(QualType type) {
  return dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
}

// The extents of gpuc::shape<...>, or the number of names of gpuc::dims<...>.
llvm::ArrayRef<TemplateArgument> packOf(const TemplateArgument& argument) {
  const ClassTemplateSpecializationDecl* record =
      argument.getKind() == TemplateArgument::Type ? specializationOf(argument.getAsType()) : nullptr;
  if (!record || record->getTemplateArgs().size() == 0) return {};
  const TemplateArgument& pack = record->getTemplateArgs()[0];
  return pack.getKind() == TemplateArgument::Pack ? pack.pack_elements() : llvm::ArrayRef<TemplateArgument>();
}

// Up to here four warps hold an output's tile in registers; a larger one takes eight.
constexpr std::uint64_t kFourWarps = 128 * 64;

}  // namespace

abi::parameter_kind TileTensor::kind() const {
  using abi::parameter_kind;
  if (rank <= 1) return output ? parameter_kind::disjoint_slice : parameter_kind::slice;
  if (rank == 2) return output ? parameter_kind::disjoint_matrix : parameter_kind::matrix;
  return output ? parameter_kind::disjoint_tensor : parameter_kind::tensor;
}

llvm::StringRef tileTensorName(QualType type) {
  const NamedDecl* decl = nullptr;
  if (const ClassTemplateSpecializationDecl* record = specializationOf(type))
    decl = record;
  else if (const auto* written = type->getAsNonAliasTemplateSpecializationType())
    decl = written->getTemplateName().getAsTemplateDecl();
  if (!decl || !isInGpuc(*decl) || !decl->getDeclName().isIdentifier()) return {};
  return decl->getName() == "in" || decl->getName() == "out" ? decl->getName() : llvm::StringRef();
}

std::optional<TileTensor> tileTensorOf(QualType type) {
  llvm::StringRef name = tileTensorName(type);
  if (name.empty()) return std::nullopt;
  TileTensor tensor;
  tensor.output = name == "out";
  const ClassTemplateSpecializationDecl* record = specializationOf(type);
  if (!record) return tensor;
  const TemplateArgumentList& arguments = record->getTemplateArgs();
  tensor.element = arguments[0].getAsType();
  llvm::ArrayRef<TemplateArgument> axes = packOf(arguments[1]);
  tensor.rank = static_cast<unsigned>(axes.size());
  if (tensor.output) {
    tensor.tileSize = 1;
    for (const TemplateArgument& extent : axes)
      if (extent.getKind() == TemplateArgument::Integral) tensor.tileSize *= extent.getAsIntegral().getZExtValue();
  }
  return tensor;
}

std::string printTileParameters(const FunctionDecl& function, const std::vector<std::string>& names,
                                const PrintingPolicy& policy) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (unsigned i = 0; i < function.getNumParams(); ++i) {
    if (i > 0) stream << ", ";
    QualType type = function.getParamDecl(i)->getType();
    llvm::StringRef name = tileTensorName(type);
    if (name.empty()) {
      type.print(stream, policy, names[i]);
      continue;
    }
    // As it was written where it was, so that what depends on the kernel's parameters still does.
    const auto* written = type->getAsNonAliasTemplateSpecializationType();
    const ClassTemplateSpecializationDecl* record = specializationOf(type);
    auto argument = [&](unsigned index) {
      const TemplateArgument& found = written ? written->template_arguments()[index] : record->getTemplateArgs()[index];
      found.print(policy, stream, /*IncludeType=*/false);
    };
    stream << "::gpuc::abi::" << name << "_like<";
    argument(0);
    if (name == "out") {
      stream << ", ";
      argument(1);
    }
    stream << "> " << names[i];
  }
  return text;
}

abi::contract_data tileContract(const FunctionDecl& function) {
  std::uint64_t largest = 0;
  for (const ParmVarDecl* parameter : function.parameters())
    if (auto tensor = tileTensorOf(parameter->getType())) largest = std::max(largest, tensor->tileSize);
  abi::contract_data contract{};
  contract.domain = 1;
  contract.block[0] = largest > kFourWarps ? 256 : 128;
  contract.block[1] = contract.block[2] = 1;
  contract.dynamic_shared_least = contract.dynamic_shared_most = -1;
  return contract;
}

}  // namespace gpuc::tool
