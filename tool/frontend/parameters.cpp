#include "tool/frontend/parameters.h"

#include "tool/frontend/pch.h"
#include "tool/frontend/tile_kernels.h"

namespace gpuc::tool {

using namespace clang;
using abi::parameter_kind;

namespace {

struct ViewClass {
  const char* name;
  parameter_kind kind;
  bool exclusive;
};

constexpr ViewClass kViews[] = {
    {"slice", parameter_kind::slice, false},
    {"disjoint_slice", parameter_kind::disjoint_slice, true},
    {"atomic_slice", parameter_kind::atomic_slice, true},
    {"matrix", parameter_kind::matrix, false},
    {"disjoint_matrix", parameter_kind::disjoint_matrix, true},
};

// The view class that a type is, with its element; null for anything else.
const ViewClass* viewOf(QualType type, QualType& element) {
  const auto* record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record) return nullptr;
  const auto* space = dyn_cast<NamespaceDecl>(record->getDeclContext());
  if (!space || space->getName() != "gpuc" || !space->getParent()->getRedeclContext()->isTranslationUnit())
    return nullptr;
  for (const ViewClass& view : kViews)
    if (record->getName() == view.name) {
      element = record->getTemplateArgs()[0].getAsType();
      return &view;
    }
  return nullptr;
}

// Whether a value of this type can carry an address into the kernel; `where` says through what.
bool holdsPointer(QualType type, std::string& where) {
  type = type.getCanonicalType();
  // A pointer to a data member is an offset, not an address.
  if (type->isPointerType() || type->isReferenceType() || type->isMemberFunctionPointerType()) return true;
  if (const auto* array = dyn_cast<ArrayType>(type)) return holdsPointer(array->getElementType(), where);
  if (const auto* atomic = dyn_cast<AtomicType>(type)) return holdsPointer(atomic->getValueType(), where);
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition()) return false;
  record = record->getDefinition();
  for (const CXXBaseSpecifier& base : record->bases())
    if (holdsPointer(base.getType(), where)) return true;
  unsigned capture = 0;
  for (const FieldDecl* field : record->fields()) {
    if (holdsPointer(field->getType(), where)) {
      if (where.empty() && record->isLambda()) {
        auto captures = record->captures();
        auto it = std::next(captures.begin(), capture);
        where = it == captures.end() ? "a capture"
                : it->capturesThis() ? "the captured 'this'"
                                     : "capture '" + it->getCapturedVar()->getNameAsString() + "'";
        if (field->getType()->isReferenceType()) where += ", by reference";
      } else if (where.empty()) {
        where = "member '" + field->getNameAsString() + "'";
      }
      return true;
    }
    ++capture;
  }
  return false;
}

}  // namespace

ParameterClass classifyParameter(ASTContext&, QualType type) {
  ParameterClass result;
  QualType element;
  if (auto tensor = tileTensorOf(type)) {
    result.kind = tensor->kind();
    result.exclusive = tensor->output;
    return result;
  }
  if (const ViewClass* view = viewOf(type, element)) {
    result.kind = view->kind;
    result.exclusive = view->exclusive;
    bool shared = view->kind == parameter_kind::slice || view->kind == parameter_kind::matrix;
    if (element->isDependentType()) return result;
    std::string inner;
    if (shared && !element.isConstQualified()) {
      result.unchecked = true;
      result.pointer = "a shared view of elements that are not const";
    } else if (holdsPointer(element, inner)) {
      result.unchecked = true;
      result.pointer = "its element type";
    }
    return result;
  }
  if (!type->isDependentType()) result.unchecked = holdsPointer(type, result.pointer);
  return result;
}

KernelParameter describeParameter(ASTContext& context, QualType type, std::string name) {
  ParameterClass classified = classifyParameter(context, type);
  KernelParameter parameter;
  parameter.name = std::move(name);
  parameter.kind = classified.kind;
  parameter.exclusive = classified.exclusive;
  parameter.size = static_cast<std::uint32_t>(context.getTypeSizeInChars(type).getQuantity());
  parameter.alignment = static_cast<std::uint32_t>(context.getTypeAlignInChars(type).getQuantity());
  QualType element;
  if (auto tensor = tileTensorOf(type))
    parameter.elementSize = static_cast<std::uint32_t>(context.getTypeSizeInChars(tensor->element).getQuantity());
  else if (viewOf(type, element))
    parameter.elementSize = static_cast<std::uint32_t>(context.getTypeSizeInChars(element).getQuantity());
  else if (type->isIntegralOrEnumerationType() && !type->isBooleanType())
    parameter.integer = type->isSignedIntegerOrEnumerationType() ? abi::integer_kind::signed_integer
                                                                 : abi::integer_kind::unsigned_integer;
  return parameter;
}

}  // namespace gpuc::tool
