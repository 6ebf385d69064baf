#include "tool/frontend/borrow_flow.h"
#include "tool/frontend/session.h"

namespace gpuc::tool::borrow {

using namespace clang;

namespace {

// Members of standard containers and smart pointers that put something new where something moved may have been.
bool refills(llvm::StringRef name) {
  static constexpr llvm::StringRef kNames[] = {"assign", "clear",  "emplace",      "emplace_back", "erase",
                                               "insert", "resize", "push_back",    "pop_back",     "reset",
                                               "swap",   "fill",   "emplace_front"};
  return llvm::is_contained(kNames, name);
}

// What was found of the variable's value holds no longer.
void forgetOutcomes(const VarDecl& variable, State& state) {
  std::erase_if(state.outcomes,
                [&](const auto& entry) { return llvm::is_contained(entry.second.variables, &variable); });
}

}  // namespace

void Flow::statement(const Stmt& statement, State& state) {
  if (const auto* declaration = dyn_cast<DeclStmt>(&statement)) {
    for (const Decl* declared : declaration->decls())
      if (const auto* variable = dyn_cast<VarDecl>(declared); variable && !variable->isStaticLocal())
        declare(*variable, state);
  } else if (const auto* made = dyn_cast<CXXConstructExpr>(&statement)) {
    construct(*made, state);
  } else if (const auto* function = dyn_cast<CallExpr>(&statement)) {
    call(*function, state);
  } else if (const auto* returned = dyn_cast<ReturnStmt>(&statement)) {
    if (returned->getRetValue()) returnValue(*returned->getRetValue(), state);
  } else if (const auto* closure = dyn_cast<LambdaExpr>(&statement)) {
    lambda(*closure, state);
  } else if (const auto* binary = dyn_cast<BinaryOperator>(&statement)) {
    if (!binary->isAssignmentOp()) return;
    changed(*binary->getLHS(), state);
    if (!binary->getLHS()->getType()->isPointerType()) return;
    Places targets = Facts(session.context(), state).objectsOf(binary->getLHS());
    if (targets.size() == 1) assign(*targets.begin(), binary->getLHS()->getType(), *binary->getRHS(), state);
  } else if (const auto* unary = dyn_cast<UnaryOperator>(&statement)) {
    if (unary->isIncrementDecrementOp()) changed(*unary->getSubExpr(), state);
    if (unary->isIncrementDecrementOp() && unary->getType()->isPointerType())
      for (const Place& pointer : Facts(session.context(), state).objectsOf(unary->getSubExpr())) state.forget(pointer);
  }
}

void Flow::changed(const Expr& target, State& state) {
  if (const auto* reference = dyn_cast<DeclRefExpr>(target.IgnoreParens()))
    if (const auto* variable = dyn_cast<VarDecl>(reference->getDecl())) forgetOutcomes(*variable, state);
}

void Flow::declare(const VarDecl& variable, State& state) {
  Place place{variable.getCanonicalDecl(), {}};
  forgetOutcomes(variable, state);
  if (!variable.getInit()) return state.forget(place);
  assign(place, variable.getType(), *variable.getInit(), state);
}

void Flow::construct(const CXXConstructExpr& expression, State& state) {
  const CXXConstructorDecl& constructor = *expression.getConstructor();
  if (expression.getNumArgs() == 0 || kindOf(expression.getType()) == Kind::Argument) return;
  if (constructor.isMoveConstructor()) return move(*expression.getArg(0), state);
  if (constructor.isCopyConstructor()) return;
  for (unsigned i = 0; i < expression.getNumArgs() && i < constructor.getNumParams(); ++i)
    if (constructor.getParamDecl(i)->getType()->isRValueReferenceType() && expression.getArg(i)->isXValue())
      move(*expression.getArg(i), state);
}

void Flow::call(const CallExpr& expression, State& state) {
  if (const auto* operation = dyn_cast<CXXOperatorCallExpr>(&expression)) return operatorCall(*operation, state);
  const FunctionDecl* callee = expression.getDirectCallee();
  if (const auto* method = dyn_cast<CXXMemberCallExpr>(&expression); method && launch(*method, state)) return;
  if (isLibraryFunction(callee)) return libraryCall(expression, state);
  if (callee && session.isGenerated(callee->getLocation())) return generatedCall(expression, state);
  for (llvm::StringRef same : {"move", "forward", "as_const", "forward_like", "move_if_noexcept", "addressof", "get"})
    if (isStandardFunction(callee, same)) return;
  if (isStandardFunction(callee, "swap") && expression.getNumArgs() == 2)
    return swap(*expression.getArg(0), *expression.getArg(1), state);
  unknownCall(expression, state);
}

void Flow::operatorCall(const CXXOperatorCallExpr& expression, State& state) {
  const Expr& object = *expression.getArg(0);
  Facts facts(session.context(), state);
  switch (expression.getOperator()) {
    case OO_Equal: {
      Places targets = facts.objectsOf(&object);
      const Expr& value = *expression.getArg(1);
      if (targets.size() == 1 && kindOf(object.getType()) == Kind::Buffer)
        overwrite(*targets.begin(), value, state);
      else if (targets.size() == 1)
        assign(*targets.begin(), object.getType(), value, state);
      for (const Place& target : targets) state.revive(target);
      if (value.isXValue()) move(value, state);
      return;
    }
    case OO_Star:
    case OO_Arrow: {
      if (kindOf(object.getType()) != Kind::Result) return;
      Places results = facts.objectsOf(&object);
      bool named = results.size() == 1 && results.begin()->root;
      auto looked = named ? state.present.find(*results.begin()) : state.present.end();
      if (named && (looked == state.present.end() || looked->second)) return;
      if (!named && !isa<CallExpr>(strip(&object))) return;
      reports.unlooked(expression, *strip(&object));
      if (named) state.present[*results.begin()] = true;
      return;
    }
    case OO_Call:
      if (callLambda(expression, state)) return;
      return unknownCall(expression, state);
    case OO_Subscript: return;
    default: unknownCall(expression, state);
  }
}

// What the library does with a buffer or view: reads it. A kernel's launch is not one of its functions.
void Flow::libraryCall(const CallExpr& expression, State& state) {
  const FunctionDecl* callee = expression.getDirectCallee();
  llvm::StringRef name = nameOf(callee);
  for (const Expr* argument : expression.arguments()) use(*argument, state);
  const auto* method = dyn_cast<CXXMemberCallExpr>(&expression);
  if (method && (name == "view" || name == "split_at")) state.renew(*method);
  Kind kind = method ? kindOf(method->getObjectType()) : Kind::Other;
  if (kind != Kind::Buffer && kind != Kind::Handle) return;
  if (name == "size" || name == "empty" || name.empty()) return;
  const Expr& object = *method->getImplicitObjectArgument();
  // std::move(op).then(...) takes the object as std::move(op) alone does not.
  if (method->getMethodDecl()->getRefQualifier() == RQ_RValue && object.isXValue())
    move(object, state);
  else
    use(object, state);
}

// A launcher of a tile kernel, which takes what is moved and reads the rest, or another generated function.
void Flow::generatedCall(const CallExpr& expression, State& state) {
  const SourceManager& sources = session.context().getSourceManager();
  for (const Expr* argument : expression.arguments()) {
    Places objects = Facts(session.context(), state).objectsOf(strip(argument));
    const SourceLocation* moved = objects.size() == 1 ? state.movedFrom(*objects.begin()) : nullptr;
    // Twice in one launch is the tile check's to report, which knows what each argument is.
    if (moved && sources.isPointWithin(*moved, expression.getBeginLoc(), expression.getEndLoc())) continue;
    if (argument->isXValue())
      move(*argument, state);
    else
      use(*argument, state);
  }
}

void Flow::unknownCall(const CallExpr& expression, State& state) {
  const FunctionDecl* callee = expression.getDirectCallee();
  if (callee && callee->getBuiltinID()) return;
  Facts facts(session.context(), state);
  auto revive = [&](const Places& objects) {
    for (const Place& object : objects) state.revive(object);
  };
  // Arguments of an operator that is a member begin with the object.
  bool operatorMember = isa<CXXOperatorCallExpr>(expression) && isa_and_nonnull<CXXMethodDecl>(callee);
  for (unsigned i = 0; callee && i < expression.getNumArgs(); ++i) {
    unsigned parameter = operatorMember ? i - 1 : i;
    if ((operatorMember && i == 0) || parameter >= callee->getNumParams()) continue;
    const Expr& argument = *expression.getArg(i);
    QualType type = callee->getParamDecl(parameter)->getType();
    if (type->isRValueReferenceType() && argument.isXValue())
      move(argument, state);
    else if (type->isReferenceType() && !type->getPointeeType().isConstQualified())
      revive(facts.objectsOf(&argument));
    else if (type->isPointerType() && !type->getPointeeType().isConstQualified())
      revive(facts.pointeesOf(&argument));
    else if (type->isReferenceType())
      use(argument, state);
  }
  if (const auto* method = dyn_cast<CXXMemberCallExpr>(&expression); method && method->getMethodDecl()) {
    const CXXMethodDecl& function = *method->getMethodDecl();
    if (!function.isConst() && (!function.isInStdNamespace() || refills(nameOf(&function)))) {
      const Expr* object = method->getImplicitObjectArgument();
      revive(object->getType()->isPointerType() ? facts.pointeesOf(object) : facts.objectsOf(object));
    }
  }
  if (!callee || !callee->isInStdNamespace()) state.reviveEscaped(expression.getSourceRange());
}

void Flow::swap(const Expr& one, const Expr& other, State& state) {
  Facts facts(session.context(), state);
  Places left = facts.objectsOf(&one), right = facts.objectsOf(&other);
  if (left.size() != 1 || right.size() != 1 || !left.begin()->stable() || !right.begin()->stable()) return;
  const Place &a = *left.begin(), &b = *right.begin();
  if (one.getType()->isPointerType()) {
    Places old = state.targetsOf(a);
    state.targets[a] = state.targetsOf(b);
    state.targets[b] = std::move(old);
  } else if (kindOf(one.getType()) == Kind::View) {
    Loans old = state.shownBy(a);
    state.shown[a] = state.shownBy(b);
    state.shown[b] = std::move(old);
  } else if (kindOf(one.getType()) == Kind::Buffer) {
    std::set<Memory> old = state.ownedBy(a);
    state.owned[a] = state.ownedBy(b);
    state.owned[b] = std::move(old);
    auto take = [&](const Place& place) {
      auto node = state.moved.extract(place);
      return node ? std::optional(node.mapped()) : std::nullopt;
    };
    auto fromA = take(a), fromB = take(b);
    if (fromA) state.moved[b] = *fromA;
    if (fromB) state.moved[a] = *fromB;
  } else {
    state.forget(a);
    state.forget(b);
  }
}

namespace {

// The views that a returned value carries, whether it is one or is made of some.
void viewsIn(const Expr* value, const Facts& facts, const State& state, std::vector<Loans>& views, int depth = 4) {
  value = strip(value);
  if (const auto* list = dyn_cast<CXXStdInitializerListExpr>(value)) value = strip(list->getSubExpr());
  if (depth == 0) return;
  if (kindOf(value->getType()) == Kind::View) {
    views.push_back(facts.loansOf(value));
  } else if (const CXXMemberCallExpr* split = facts.splitOf(value)) {
    views.push_back(facts.halfOf(*split, Piece::Left));
  } else if (const auto* list = dyn_cast<InitListExpr>(value)) {
    for (const Expr* part : list->inits()) viewsIn(part, facts, state, views, depth - 1);
  } else if (const auto* made = dyn_cast<CXXConstructExpr>(value)) {
    for (const Expr* part : made->arguments()) viewsIn(part, facts, state, views, depth - 1);
  } else if (const auto* call = dyn_cast<CallExpr>(value); call && call->getDirectCallee() &&
                                                           call->getDirectCallee()->isInStdNamespace() &&
                                                           nameOf(call->getDirectCallee()).starts_with("make_")) {
    for (const Expr* part : call->arguments()) viewsIn(part, facts, state, views, depth - 1);
  } else if (isa<DeclRefExpr>(value)) {
    Places objects = facts.objectsOf(value);
    if (objects.size() != 1) return;
    for (const auto& [view, loans] : state.shown)
      if (view.within(*objects.begin())) views.push_back(loans);
  }
}

}  // namespace

void Flow::returnValue(const Expr& value, State& state) {
  Facts facts(session.context(), state);
  // The buffer of this function's own that owns some memory, and ends with the function.
  auto localOwner = [&](const Memory& memory) -> std::optional<Place> {
    std::optional<Place> owner = state.ownerOf(memory);
    const auto* variable = owner ? dyn_cast_or_null<VarDecl>(owner->root) : nullptr;
    if (!variable || !variable->hasLocalStorage() || variable->getType()->isReferenceType()) return std::nullopt;
    if (cast<Decl>(variable->getDeclContext())->getCanonicalDecl() != frames.back().function->getCanonicalDecl())
      return std::nullopt;
    bool owns = kindOf(variable->getType()) != Kind::View && !variable->getType()->isPointerType();
    return owns ? owner : std::nullopt;
  };
  std::vector<Loans> views;
  viewsIn(&value, facts, state, views);
  for (const Loans& loans : views) {
    std::optional<Place> gone;
    bool all = !loans.empty();
    for (const Loan& loan : loans) {
      std::optional<Place> owner = localOwner(loan.memory);
      all = all && owner;
      gone = owner;
    }
    if (all) return reports.returned(*strip(&value), *gone);
  }
}

void Flow::endOf(const VarDecl& variable, SourceLocation where, State& state) {
  Place place{variable.getCanonicalDecl(), {}};
  std::set<Memory> memories = {Memory{place}};
  for (const auto& [view, loans] : state.shown)
    for (const Loan& loan : loans) memories.insert(loan.memory);
  for (const auto& [pointer, objects] : state.targets)
    for (const Place& object : objects) memories.insert(Memory{object});
  for (const Memory& memory : memories)
    if (std::optional<Place> owner = state.ownerOf(memory); owner && owner->within(place))
      state.ended.try_emplace(memory, Ended{where, spelled(*owner), false});
}

}  // namespace gpuc::tool::borrow
