#include "tool/frontend/borrow_flow.h"
#include "tool/frontend/session.h"

namespace gpuc::tool::borrow {

using namespace clang;

namespace {

bool anyUnstable(const Places& places) {
  return llvm::any_of(places, [](const Place& place) { return !place.stable(); });
}

bool anyUnstable(const Loans& loans) {
  return llvm::any_of(loans, [](const Loan& loan) { return !loan.memory.place.stable(); });
}

// Parts of what the function was given or finds by name: they are there when it has returned.
bool outlives(const Place& place) {
  const auto* variable = dyn_cast_or_null<VarDecl>(place.root);
  if (!variable) return place.root != nullptr;
  if (variable->hasGlobalStorage()) return true;
  bool given = variable->getType()->isReferenceType() || variable->getType()->isPointerType();
  return isa<ParmVarDecl>(variable) && given && !place.steps.empty() && place.steps[0].kind == Step::Deref;
}

// Whether a reference that is given this value keeps a temporary alive.
bool isTemporary(const Expr* value) {
  for (;;) {
    if (const auto* full = dyn_cast<FullExpr>(value))
      value = full->getSubExpr();
    else if (const auto* cast = dyn_cast<ImplicitCastExpr>(value))
      value = cast->getSubExpr();
    else if (const auto* parentheses = dyn_cast<ParenExpr>(value))
      value = parentheses->getSubExpr();
    else
      return isa<MaterializeTemporaryExpr>(value);
  }
}

}  // namespace

void Flow::carry(const Place& from, const Place& to, State& state) {
  auto moved = [&](const Place& part) {
    Place there = to;
    there.steps.insert(there.steps.end(), part.steps.begin() + from.steps.size(), part.steps.end());
    return there;
  };
  auto copyOf = [&](auto& map) {
    auto copy = map;
    for (const auto& [part, value] : copy)
      if (part.within(from)) map[moved(part)] = value;
  };
  std::set<Memory> seen;
  for (const auto& [view, loans] : state.shown)
    for (const Loan& loan : loans)
      if (!loan.memory.made && loan.memory.place.within(from) && !state.owned.contains(loan.memory.place))
        seen.insert(loan.memory);
  copyOf(state.targets);
  copyOf(state.owned);
  copyOf(state.shown);
  copyOf(state.present);
  for (const Memory& memory : seen) state.owned[moved(memory.place)] = {memory};
}

void Flow::assign(const Place& place, QualType type, const Expr& value, State& state) {
  if (!place.stable()) return;
  Facts facts(session.context(), state);
  if (type->isReferenceType() || type->isPointerType()) {
    Places targets = type->isPointerType() ? facts.pointeesOf(&value) : facts.objectsOf(&value);
    bool unknown = anyUnstable(targets);
    if (type->isReferenceType() && unknown && isTemporary(&value)) {
      state.forget(place);
      return assign(place + Step{Step::Deref}, type.getNonReferenceType(), value, state);
    }
    state.forget(place);
    // What was reached through the old pointer is not what is reached through the new one.
    bool self = llvm::any_of(targets, [&](const Place& target) { return target.within(place); });
    if (!self && !unknown) state.targets[place] = std::move(targets);
    return;
  }
  switch (kindOf(type)) {
    case Kind::Buffer: {
      std::optional<std::set<Memory>> memory = memoryOf(value, state);
      state.forget(place);
      if (memory) state.owned[place] = std::move(*memory);
      return;
    }
    case Kind::Result: return assignResult(place, value, state);
    case Kind::View: {
      Loans loans = facts.loansOf(&value);
      state.forget(place);
      if (!anyUnstable(loans)) state.shown[place] = std::move(loans);
      if (outlives(place)) stores[place] = value.getBeginLoc();
      return;
    }
    default: break;
  }
  if (const CXXMemberCallExpr* split = facts.splitOf(&value)) {
    Loans left = facts.halfOf(*split, Piece::Left), right = facts.halfOf(*split, Piece::Right);
    state.forget(place);
    if (anyUnstable(left)) return;
    state.shown[place + Step{Step::Index, nullptr, 0}] = std::move(left);
    state.shown[place + Step{Step::Index, nullptr, 1}] = std::move(right);
    return;
  }
  const Expr* inner = strip(&value);
  if (const auto* list = dyn_cast<InitListExpr>(inner)) {
    if (list->isSyntacticForm() && list->getSemanticForm()) list = list->getSemanticForm();
    state.forget(place);
    const CXXRecordDecl* record = list->getType()->getAsCXXRecordDecl();
    bool standardArray =
        record && record->getIdentifier() && record->getName() == "array" && record->isInStdNamespace();
    if (standardArray && list->getNumInits() == 1)
      return assign(place, list->getInit(0)->getType(), *list->getInit(0), state);
    if (record) {
      unsigned index = record->getNumBases();
      for (const FieldDecl* field : record->fields()) {
        if (field->isUnnamedBitField()) continue;
        if (record->isUnion() || index >= list->getNumInits()) break;
        assign(place + memberStep(*field), field->getType(), *list->getInit(index++), state);
      }
    } else {
      for (unsigned i = 0; i < list->getNumInits(); ++i)
        assign(place + Step{Step::Index, nullptr, i}, list->getInit(i)->getType(), *list->getInit(i), state);
    }
    return;
  }
  if (!type->isRecordType()) return state.forget(place);
  Places sources;
  if (const auto* copy = dyn_cast<CXXConstructExpr>(inner);
      copy && copy->getNumArgs() == 1 && copy->getConstructor()->isCopyOrMoveConstructor())
    sources = facts.objectsOf(copy->getArg(0));
  else if (inner->isGLValue())
    sources = facts.objectsOf(inner);
  state.forget(place);
  if (sources.size() == 1 && sources.begin()->stable() && !sources.begin()->within(place))
    carry(*sources.begin(), place, state);
}

// The memory of the buffer that a value is moved from; nothing where it is new, or not known.
std::optional<std::set<Memory>> Flow::memoryOf(const Expr& value, const State& state) const {
  const Expr* source = strip(&value);
  if (const auto* construct = dyn_cast<CXXConstructExpr>(source); construct && construct->getNumArgs() == 1)
    source = strip(construct->getArg(0));
  if (!source->isGLValue()) return std::nullopt;
  Places sources = Facts(session.context(), state).objectsOf(source);
  if (sources.size() != 1 || !sources.begin()->stable()) return std::nullopt;
  return state.ownedBy(*sources.begin());
}

void Flow::overwrite(const Place& buffer, const Expr& value, State& state) {
  if (!buffer.stable()) return;
  std::optional<std::set<Memory>> memory = memoryOf(value, state);
  std::set<Memory> old = state.ownedBy(buffer);
  if (memory == old) return;
  if (old.size() == 1 && !state.movedFrom(buffer))
    state.ended.try_emplace(*old.begin(), Ended{value.getBeginLoc(), spelled(buffer), true});
  state.revive(buffer);
  if (!memory) {
    memory = {Memory{buffer, &value}};
    state.renew(*memory->begin());
  }
  state.owned[buffer] = std::move(*memory);
}

void Flow::assignResult(const Place& place, const Expr& value, State& state) {
  const Expr* inner = strip(&value);
  if (const auto* copy = dyn_cast<CXXConstructExpr>(inner); copy && copy->getNumArgs() == 1)
    inner = strip(copy->getArg(0));
  Places sources = Facts(session.context(), state).objectsOf(inner);
  auto known = sources.size() == 1 ? state.present.find(*sources.begin()) : state.present.end();
  std::optional<bool> looked;
  if (known != state.present.end())
    looked = known->second;
  else if (isa<CallExpr>(inner))
    looked = false;
  state.forget(place);
  if (looked) state.present[place] = *looked;
}

void Flow::move(const Expr& expression, State& state) {
  use(expression, state);
  if (kindOf(expression.getType()) == Kind::View) return;
  Places objects = Facts(session.context(), state).objectsOf(&expression);
  if (objects.size() == 1 && objects.begin()->stable())
    state.moved.try_emplace(*objects.begin(), expression.getBeginLoc());
}

bool Flow::use(const Expr& expression, State& state) {
  Kind kind = kindOf(expression.getType());
  if (kind != Kind::Buffer && kind != Kind::View && kind != Kind::Handle) return false;
  Facts facts(session.context(), state);
  const Expr* inner = strip(&expression);
  if (kind != Kind::View) {
    Places objects = facts.objectsOf(inner);
    if (objects.size() == 1)
      if (const SourceLocation* where = state.movedFrom(*objects.begin())) {
        // In a loop the move may be its own earlier one.
        bool again = *where == expression.getBeginLoc();
        const auto* cast = dyn_cast<CallExpr>(inner);
        bool named = cast && cast->getNumArgs() == 1 && cast->getDirectCallee()->isInStdNamespace();
        reports.moved(named ? *strip(cast->getArg(0)) : *inner, *where, again);
        return true;
      }
  }
  if (kind == Kind::Handle) return false;
  Loans loans = facts.loansOf(inner);
  if (loans.empty() || !llvm::all_of(loans, [&](const Loan& loan) { return state.ended.contains(loan.memory); }))
    return false;
  reports.outlived(*inner, state.ended.at(loans.begin()->memory));
  return true;
}

}  // namespace gpuc::tool::borrow
