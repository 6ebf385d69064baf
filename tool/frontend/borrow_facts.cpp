#include "tool/frontend/borrow_facts.h"

namespace gpuc::tool::borrow {

using namespace clang;

namespace {

bool isIn(const Decl* decl, llvm::StringRef name) {
  const DeclContext* context = decl->getDeclContext();
  while (context && (context->isRecord() || context->isInlineNamespace())) context = context->getParent();
  const auto* space = dyn_cast_or_null<NamespaceDecl>(context);
  if (!space) return false;
  if (space->getParent()->getRedeclContext()->isTranslationUnit()) return space->getName() == name;
  return name == "gpuc" && isIn(space, name);
}

bool isStandardClass(QualType type, std::initializer_list<llvm::StringRef> names) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->getIdentifier() && llvm::is_contained(names, record->getName()) && isIn(record, "std");
}

bool isContainer(QualType type) { return isStandardClass(type, {"array", "vector", "span", "deque"}); }
bool isSmartPointer(QualType type) { return isStandardClass(type, {"unique_ptr", "shared_ptr", "optional"}); }

}  // namespace

bool isLibraryFunction(const FunctionDecl* function) { return function && isIn(function, "gpuc"); }

bool isStandardFunction(const FunctionDecl* function, llvm::StringRef name) {
  return nameOf(function) == name && isIn(function, "std");
}

llvm::StringRef nameOf(const FunctionDecl* function) {
  return function && function->getIdentifier() ? function->getName() : llvm::StringRef();
}

Kind kindOf(QualType type) {
  const CXXRecordDecl* record = type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier() || !isIn(record, "gpuc")) return Kind::Other;
  llvm::StringRef name = record->getName();
  if (name == "device_buffer" || name == "pinned_buffer") return Kind::Buffer;
  if (name == "device_view" || name == "matrix_view" || name == "pinned_view") return Kind::View;
  if (llvm::is_contained({"tensor", "partitioned", "op", "stream", "event", "graph"}, name)) return Kind::Handle;
  if (name == "optional_ref") return Kind::Result;
  if (name == "slice_argument" || name == "matrix_argument") return Kind::Argument;
  return Kind::Other;
}

const Expr* strip(const Expr* expression) {
  for (;;) {
    const Expr* inner = expression->IgnoreParenImpCasts();
    if (const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(inner)) inner = temporary->getSubExpr();
    if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(inner)) inner = bound->getSubExpr();
    if (const auto* full = dyn_cast<FullExpr>(inner)) inner = full->getSubExpr();
    if (const auto* parameter = dyn_cast<SubstNonTypeTemplateParmExpr>(inner)) inner = parameter->getReplacement();
    if (const auto* cast = dyn_cast<ExplicitCastExpr>(inner)) inner = cast->getSubExpr();
    if (const auto* defaulted = dyn_cast<CXXDefaultInitExpr>(inner)) inner = defaulted->getExpr();
    if (inner == expression) return expression;
    expression = inner;
  }
}

std::optional<std::int64_t> constantOf(const ASTContext& context, const Expr* expression) {
  Expr::EvalResult result;
  if (expression->isValueDependent() || !expression->getType()->isIntegralOrEnumerationType() ||
      !expression->EvaluateAsInt(result, context))
    return std::nullopt;
  return result.Val.getInt().tryExtValue();
}

Step memberStep(const FieldDecl& field) {
  // The members of a pair are what std::get and structured bindings count.
  if (field.getParent()->getName() == "pair" && isIn(field.getParent(), "std")) {
    if (field.getName() == "first") return {Step::Index, nullptr, 0};
    if (field.getName() == "second") return {Step::Index, nullptr, 1};
  }
  return {Step::Field, field.getCanonicalDecl()};
}

Place bindingPlace(const BindingDecl& binding, const Place& whole) {
  if (const auto* member = dyn_cast_or_null<MemberExpr>(binding.getBinding() ? strip(binding.getBinding()) : nullptr))
    if (const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl())) return whole + memberStep(*field);
  const auto* decomposed = cast<DecompositionDecl>(binding.getDecomposedDecl());
  std::int64_t index = llvm::find(decomposed->bindings(), &binding) - decomposed->bindings().begin();
  return whole + Step{Step::Index, nullptr, index};
}

Places Facts::opaque(const Expr* expression) const { return {Place{nullptr, {{Step::Variable, expression}}}}; }

Places Facts::follow(const Places& references) const {
  if (literally) return references;
  Places objects;
  for (const Place& reference : references) objects.merge(state.targetsOf(reference));
  return objects;
}

Places Facts::extended(const Places& wholes, Step step) const {
  Places parts;
  for (const Place& whole : wholes) parts.insert(whole + step);
  return parts;
}

Step Facts::indexStep(const Expr* index) const {
  if (std::optional<std::int64_t> constant = constantOf(context, index)) return {Step::Index, nullptr, *constant};
  const Expr* inner = strip(index);
  if (const auto* reference = dyn_cast<DeclRefExpr>(inner))
    return {Step::Variable, reference->getDecl()->getCanonicalDecl()};
  return {Step::Variable, inner};
}

Places Facts::variableObjects(const DeclRefExpr& reference) const {
  if (const auto* binding = dyn_cast<BindingDecl>(reference.getDecl())) {
    const auto* decomposed = cast<DecompositionDecl>(binding->getDecomposedDecl());
    Places wholes = {Place{decomposed, {}}};
    if (decomposed->getType()->isReferenceType()) wholes = follow(wholes);
    Places parts;
    for (const Place& whole : wholes) parts.insert(bindingPlace(*binding, whole));
    return parts;
  }
  Places variable = {Place{reference.getDecl()->getCanonicalDecl(), {}}};
  return reference.getDecl()->getType()->isReferenceType() ? follow(variable) : variable;
}

Places Facts::callObjects(const CallExpr& call) const {
  const FunctionDecl* callee = call.getDirectCallee();
  if (const auto* operation = dyn_cast<CXXOperatorCallExpr>(&call)) {
    const Expr* object = operation->getArg(0);
    switch (operation->getOperator()) {
      case OO_Subscript:
        if (isContainer(object->getType()) && operation->getNumArgs() == 2)
          return extended(objectsOf(object), indexStep(operation->getArg(1)));
        break;
      case OO_Star:
      case OO_Arrow:
        if (isSmartPointer(object->getType())) return extended(objectsOf(object), {Step::Deref});
        break;
      case OO_Equal: return objectsOf(object);
      default: break;
    }
    return opaque(&call);
  }
  if (const auto* method = dyn_cast<CXXMemberCallExpr>(&call)) {
    const Expr* object = method->getImplicitObjectArgument();
    QualType type = method->getObjectType();
    auto whole = [&] {
      return isa<MemberExpr>(method->getCallee()->IgnoreParens()) &&
                     cast<MemberExpr>(method->getCallee()->IgnoreParens())->isArrow()
                 ? pointeesOf(object)
                 : objectsOf(object);
    };
    if (isContainer(type) && nameOf(callee) == "at" && call.getNumArgs() == 1)
      return extended(whole(), indexStep(call.getArg(0)));
    if (isContainer(type) && nameOf(callee) == "front") return extended(whole(), {Step::Index, nullptr, 0});
    if (isSmartPointer(type) && nameOf(callee) == "value") return extended(whole(), {Step::Deref});
    return opaque(&call);
  }
  if (call.getNumArgs() != 1 || !callee) return opaque(&call);
  for (llvm::StringRef same : {"move", "forward", "as_const", "forward_like", "move_if_noexcept"})
    if (isStandardFunction(callee, same)) return objectsOf(call.getArg(0));
  const TemplateArgumentList* arguments = callee->getTemplateSpecializationArgs();
  if (isStandardFunction(callee, "get") && arguments && arguments->size() > 0 &&
      arguments->get(0).getKind() == TemplateArgument::Integral)
    return extended(objectsOf(call.getArg(0)), {Step::Index, nullptr, arguments->get(0).getAsIntegral().getExtValue()});
  return opaque(&call);
}

Places Facts::objectsOf(const Expr* expression) const {
  expression = strip(expression);
  if (const auto* reference = dyn_cast<DeclRefExpr>(expression)) return variableObjects(*reference);
  if (const auto* member = dyn_cast<MemberExpr>(expression)) {
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    if (!field) return {Place{member->getMemberDecl()->getCanonicalDecl(), {}}};
    Places wholes = member->isArrow() ? pointeesOf(member->getBase()) : objectsOf(member->getBase());
    Places parts = extended(wholes, memberStep(*field));
    return field->getType()->isReferenceType() ? follow(parts) : parts;
  }
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(expression)) {
    const Expr* base = element->getBase()->IgnoreParens();
    if (const auto* decay = dyn_cast<ImplicitCastExpr>(base); decay && decay->getCastKind() == CK_ArrayToPointerDecay)
      return extended(objectsOf(decay->getSubExpr()), indexStep(element->getIdx()));
    Step step = indexStep(element->getIdx());
    Places first = pointeesOf(base);
    return step == Step{Step::Index, nullptr, 0} ? first : extended(first, step);
  }
  if (const auto* unary = dyn_cast<UnaryOperator>(expression); unary && unary->getOpcode() == UO_Deref)
    return pointeesOf(unary->getSubExpr());
  if (const auto* choice = dyn_cast<ConditionalOperator>(expression)) {
    Places either = objectsOf(choice->getTrueExpr());
    either.merge(objectsOf(choice->getFalseExpr()));
    return either;
  }
  if (const auto* binary = dyn_cast<BinaryOperator>(expression)) {
    if (binary->getOpcode() == BO_Comma) return objectsOf(binary->getRHS());
    if (binary->isAssignmentOp()) return objectsOf(binary->getLHS());
  }
  if (const auto* call = dyn_cast<CallExpr>(expression)) return callObjects(*call);
  return opaque(expression);
}

Places Facts::pointeesOf(const Expr* expression) const {
  expression = expression->IgnoreParens();
  if (const auto* cast = dyn_cast<CastExpr>(expression)) {
    if (cast->getCastKind() == CK_LValueToRValue) return follow(objectsOf(cast->getSubExpr()));
    if (cast->getCastKind() == CK_ArrayToPointerDecay)
      return extended(objectsOf(cast->getSubExpr()), {Step::Index, nullptr, 0});
    return cast->getSubExpr()->getType()->isPointerType() ? pointeesOf(cast->getSubExpr()) : opaque(expression);
  }
  if (const auto* self = dyn_cast<CXXThisExpr>(expression))
    return {Place{self->getType()->getPointeeCXXRecordDecl()->getCanonicalDecl(), {}}};
  if (const auto* unary = dyn_cast<UnaryOperator>(expression); unary && unary->getOpcode() == UO_AddrOf)
    return objectsOf(unary->getSubExpr());
  if (const auto* choice = dyn_cast<ConditionalOperator>(expression)) {
    Places either = pointeesOf(choice->getTrueExpr());
    either.merge(pointeesOf(choice->getFalseExpr()));
    return either;
  }
  if (const auto* call = dyn_cast<CallExpr>(expression)) {
    if (isStandardFunction(call->getDirectCallee(), "addressof")) return objectsOf(call->getArg(0));
    if (const auto* operation = dyn_cast<CXXOperatorCallExpr>(call);
        operation && operation->getOperator() == OO_Arrow && isSmartPointer(operation->getArg(0)->getType()))
      return extended(objectsOf(operation->getArg(0)), {Step::Deref});
    if (const auto* method = dyn_cast<CXXMemberCallExpr>(call);
        method && isSmartPointer(method->getObjectType()) && nameOf(call->getDirectCallee()) == "get")
      return extended(objectsOf(method->getImplicitObjectArgument()), {Step::Deref});
  }
  return expression->isLValue() ? follow(objectsOf(expression)) : opaque(expression);
}

const CXXMemberCallExpr* Facts::splitOf(const Expr* expression) const {
  expression = strip(expression);
  if (const auto* copy = dyn_cast<CXXConstructExpr>(expression); copy && copy->getNumArgs() == 1)
    expression = strip(copy->getArg(0));
  const auto* call = dyn_cast<CXXMemberCallExpr>(expression);
  if (!call || nameOf(call->getMethodDecl()) != "split_at" || call->getNumArgs() != 1) return nullptr;
  Kind kind = kindOf(call->getObjectType());
  return kind == Kind::Buffer || kind == Kind::View ? call : nullptr;
}

namespace {

Loans narrowed(const Loans& loans, const Piece& piece) {
  // Parts of parts of parts, as a loop makes them, are some memory of their own from here on.
  constexpr std::size_t deepest = 4;
  Loans result;
  for (Loan loan : loans) {
    if (loan.pieces.size() < deepest)
      loan.pieces.push_back(piece);
    else
      loan = Loan{Memory{Place{nullptr, {{Step::Variable, piece.call, piece.kind}}}}, {}};
    result.insert(std::move(loan));
  }
  return result;
}

}  // namespace

Loans Facts::halfOf(const CXXMemberCallExpr& split, Piece::Kind half) const {
  return narrowed(loansOf(split.getImplicitObjectArgument()),
                  Piece{half, &split, constantOf(context, split.getArg(0)), std::nullopt});
}

Loans Facts::loansOf(const Expr* expression) const {
  expression = strip(expression);
  if (const auto* construct = dyn_cast<CXXConstructExpr>(expression))
    return construct->getNumArgs() >= 1 && kindOf(construct->getArg(0)->getType()) != Kind::Other
               ? loansOf(construct->getArg(0))
               : Loans{Loan{Memory{*opaque(expression).begin()}, {}}};
  if (const auto* choice = dyn_cast<ConditionalOperator>(expression)) {
    Loans either = loansOf(choice->getTrueExpr());
    either.merge(loansOf(choice->getFalseExpr()));
    return either;
  }
  if (const auto* method = dyn_cast<CXXMemberCallExpr>(expression)) {
    const CXXMethodDecl* callee = method->getMethodDecl();
    const Expr* object = method->getImplicitObjectArgument();
    QualType type = method->getObjectType();
    if (callee && object && kindOf(type) != Kind::Other) {
      const auto* written = dyn_cast<MemberExpr>(method->getCallee()->IgnoreParens());
      bool arrow = written && written->isArrow();
      if (isa<CXXConversionDecl>(callee)) return loansOf(object);
      if (nameOf(callee) == "view") {
        Loans all;
        if (arrow)
          for (const Place& buffer : pointeesOf(object))
            for (const Memory& memory : state.ownedBy(buffer)) all.insert({memory, {}});
        else
          all = loansOf(object);
        if (method->getNumArgs() != 2) return all;
        return narrowed(all, Piece{Piece::Range, method, constantOf(context, method->getArg(0)),
                                   constantOf(context, method->getArg(1))});
      }
    }
  }
  if (const auto* call = dyn_cast<CallExpr>(expression); call && isLibraryFunction(call->getDirectCallee()) &&
                                                         nameOf(call->getDirectCallee()) == "as_matrix" &&
                                                         call->getNumArgs() > 0)
    return loansOf(call->getArg(0));
  // A half that is picked out of split_at's result without a name.
  if (const auto* member = dyn_cast<MemberExpr>(expression))
    if (const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl()))
      if (const CXXMemberCallExpr* split = member->isArrow() ? nullptr : splitOf(member->getBase()))
        return halfOf(*split, memberStep(*field).index == 0 ? Piece::Left : Piece::Right);
  Loans loans;
  bool buffer = kindOf(expression->getType()) == Kind::Buffer;
  for (const Place& place : objectsOf(expression))
    if (buffer)
      for (const Memory& memory : state.ownedBy(place)) loans.insert({memory, {}});
    else
      loans.merge(state.shownBy(place));
  return loans;
}

void Facts::lookedAt(const Expr* condition, bool taken, std::vector<Place>& results) const {
  condition = strip(condition);
  if (const auto* unary = dyn_cast<UnaryOperator>(condition); unary && unary->getOpcode() == UO_LNot)
    return lookedAt(unary->getSubExpr(), !taken, results);
  if (const auto* binary = dyn_cast<BinaryOperator>(condition)) {
    if ((binary->getOpcode() == BO_LAnd && taken) || (binary->getOpcode() == BO_LOr && !taken)) {
      lookedAt(binary->getLHS(), taken, results);
      lookedAt(binary->getRHS(), taken, results);
    }
    return;
  }
  if (const auto* call = dyn_cast<CallExpr>(condition);
      call && nameOf(call->getDirectCallee()) == "__builtin_expect" && call->getNumArgs() == 2)
    return lookedAt(call->getArg(0), taken, results);
  if (const auto* method = dyn_cast<CXXMemberCallExpr>(condition);
      method && taken && kindOf(method->getObjectType()) == Kind::Result &&
      isa_and_nonnull<CXXConversionDecl>(method->getMethodDecl())) {
    Places objects = objectsOf(method->getImplicitObjectArgument());
    if (objects.size() == 1) results.push_back(*objects.begin());
    return;
  }
  // `const bool there = bool(result);`
  if (const auto* reference = dyn_cast<DeclRefExpr>(condition))
    if (const auto* flag = dyn_cast<VarDecl>(reference->getDecl());
        flag && flag->getType()->isBooleanType() && flag->getInit() && !isa<ParmVarDecl>(flag))
      lookedAt(flag->getInit(), taken, results);
}

}  // namespace gpuc::tool::borrow
