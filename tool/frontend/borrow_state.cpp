#include "tool/frontend/borrow_state.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace gpuc::tool::borrow {

Place Place::operator+(Step step) const {
  Place part = *this;
  part.steps.push_back(step);
  return part;
}

bool Place::within(const Place& whole) const {
  return root == whole.root && steps.size() >= whole.steps.size() &&
         std::equal(whole.steps.begin(), whole.steps.end(), steps.begin());
}

bool Place::stable() const {
  // A list that is walked along would have ever longer ways into it.
  constexpr std::size_t deepest = 12;
  return root && steps.size() <= deepest &&
         std::ranges::none_of(steps, [](const Step& step) { return step.kind == Step::Variable; });
}

namespace {

struct Interval {
  std::int64_t begin = 0, end = std::numeric_limits<std::int64_t>::max();
};

// The elements of a loan, where all that matters is constant.
std::optional<Interval> intervalOf(const Loan& loan) {
  Interval interval;
  for (const Piece& piece : loan.pieces) {
    if (!piece.offset || *piece.offset < 0) return std::nullopt;
    std::int64_t middle = 0;
    if (__builtin_add_overflow(interval.begin, *piece.offset, &middle)) return std::nullopt;
    if (piece.kind == Piece::Left) {
      interval.end = middle;
      continue;
    }
    interval.begin = middle;
    if (piece.kind == Piece::Right) continue;
    if (!piece.count || *piece.count < 0 || __builtin_add_overflow(middle, *piece.count, &interval.end))
      return std::nullopt;
  }
  return interval;
}

template <class Key, class Value, class Condition>
void eraseWhere(std::map<Key, Value>& map, Condition condition) {
  std::erase_if(map, [&](const auto& entry) { return condition(entry.first); });
}

}  // namespace

bool overlap(const Loan& one, const Loan& other) {
  if (one.memory != other.memory) return false;
  auto [a, b] = std::ranges::mismatch(one.pieces, other.pieces);
  // One is all of the other, or more.
  if (a == one.pieces.end() || b == other.pieces.end()) return true;
  // The two halves of one split.
  if (a->call == b->call && a->kind != b->kind) return false;
  std::optional<Interval> left = intervalOf(one), right = intervalOf(other);
  return left && right && std::max(left->begin, right->begin) < std::min(left->end, right->end);
}

Places State::targetsOf(const Place& reference) const {
  if (auto found = targets.find(reference); found != targets.end()) return found->second;
  return {reference + Step{Step::Deref}};
}

std::set<Memory> State::ownedBy(const Place& buffer) const {
  if (auto found = owned.find(buffer); found != owned.end()) return found->second;
  return {Memory{buffer}};
}

Loans State::shownBy(const Place& view) const {
  if (auto found = shown.find(view); found != shown.end()) return found->second;
  return {Loan{Memory{view}, {}}};
}

const clang::SourceLocation* State::movedFrom(const Place& object) const {
  for (const auto& [place, location] : moved)
    if (object.within(place)) return &location;
  return nullptr;
}

std::optional<Place> State::ownerOf(const Memory& memory) const {
  for (const auto& [place, memories] : owned)
    if (memories.size() == 1 && *memories.begin() == memory && !movedFrom(place)) return place;
  if (!memory.made && !owned.contains(memory.place) && !movedFrom(memory.place)) return memory.place;
  return std::nullopt;
}

void State::forget(const Place& place) {
  auto old = [&](const Place& part) { return part.within(place); };
  auto oldMemory = [&](const Memory& memory) { return old(memory.place); };
  eraseWhere(targets, old);
  eraseWhere(owned, old);
  eraseWhere(shown, old);
  eraseWhere(moved, old);
  eraseWhere(present, old);
  eraseWhere(ended, oldMemory);
  for (auto& [reference, objects] : targets)
    if (std::ranges::any_of(objects, old)) objects = {reference + Step{Step::Deref}};
  for (auto& [view, loans] : shown)
    if (std::ranges::any_of(loans, [&](const Loan& loan) { return oldMemory(loan.memory); }))
      loans = {Loan{Memory{view}, {}}};
  for (auto& [buffer, memories] : owned)
    if (std::ranges::any_of(memories, oldMemory)) memories = {Memory{buffer}};
}

void State::forgetLocals(const clang::FunctionDecl& function) {
  std::set<const clang::Decl*> locals;
  auto note = [&](const Place& place) {
    const auto* variable = clang::dyn_cast_or_null<clang::VarDecl>(place.root);
    if (variable && !clang::isa<clang::ParmVarDecl>(variable) && !variable->isInitCapture() &&
        variable->getParentFunctionOrMethod() == &function)
      locals.insert(variable);
  };
  auto noteAll = [&](const auto& map) {
    for (const auto& entry : map) note(entry.first);
  };
  noteAll(targets);
  noteAll(owned);
  noteAll(shown);
  noteAll(moved);
  noteAll(present);
  for (const auto& [memory, end] : ended) note(memory.place);
  for (const clang::Decl* local : locals) forget(Place{local, {}});
}

void State::renew(const Memory& memory) {
  ended.erase(memory);
  for (auto& [view, loans] : shown)
    if (std::ranges::any_of(loans, [&](const Loan& loan) { return loan.memory == memory; }))
      loans = {Loan{Memory{view}, {}}};
  for (auto& [buffer, memories] : owned)
    if (memories.contains(memory)) memories = {Memory{buffer}};
}

void State::renew(const clang::Stmt& call) {
  auto varies = [&](const Loan& loan) {
    return std::ranges::any_of(loan.pieces, [&](const Piece& piece) {
      return piece.call == &call && (!piece.offset || (piece.kind == Piece::Range && !piece.count));
    });
  };
  for (auto& [view, loans] : shown)
    if (std::ranges::any_of(loans, varies)) loans = {Loan{Memory{view}, {}}};
}

void State::revive(const Place& place) {
  eraseWhere(moved, [&](const Place& other) { return other.within(place) || place.within(other); });
}

void State::reviveEscaped(clang::SourceRange call) {
  std::erase_if(moved, [&](const auto& entry) {
    const auto& [place, where] = entry;
    if (call.getBegin() <= where && where <= call.getEnd()) return false;
    const auto* variable = clang::dyn_cast_or_null<clang::VarDecl>(place.root);
    return !variable || variable->hasGlobalStorage() || escaped.contains(place.root);
  });
}

bool State::sameFacts(const State& other) const {
  auto facts = [](const State& state) {
    return std::tie(state.targets, state.owned, state.shown, state.moved, state.ended, state.present, state.escaped);
  };
  return reached == other.reached && facts(*this) == facts(other);
}

namespace {

// Only what was found on both ways is known after they meet.
bool intersect(std::map<llvm::FoldingSetNodeID, Outcome>& mine,
               const std::map<llvm::FoldingSetNodeID, Outcome>& other) {
  return std::erase_if(mine, [&](const auto& entry) {
           auto found = other.find(entry.first);
           return found == other.end() || found->second.holds != entry.second.holds;
         }) > 0;
}

}  // namespace

bool State::join(const State& other) {
  if (!other.reached) return false;
  if (!reached) {
    *this = other;
    return true;
  }
  State before = *this;
  auto unite = [](auto& mine, const auto& theirs, auto myDefault, auto theirDefault) {
    for (auto& [place, values] : mine)
      if (!theirs.contains(place)) values.merge(theirDefault(place));
    for (const auto& [place, values] : theirs) {
      auto here = mine.find(place);
      if (here == mine.end()) here = mine.emplace(place, myDefault(place)).first;
      here->second.insert(values.begin(), values.end());
    }
  };
  auto targetDefault = [](const State& state) { return [&](const Place& place) { return state.targetsOf(place); }; };
  auto ownedDefault = [](const State& state) { return [&](const Place& place) { return state.ownedBy(place); }; };
  auto shownDefault = [](const State& state) { return [&](const Place& place) { return state.shownBy(place); }; };
  unite(targets, other.targets, targetDefault(before), targetDefault(other));
  unite(owned, other.owned, ownedDefault(before), ownedDefault(other));
  unite(shown, other.shown, shownDefault(before), shownDefault(other));
  moved.insert(other.moved.begin(), other.moved.end());
  ended.insert(other.ended.begin(), other.ended.end());
  for (const auto& [place, looked] : other.present)
    if (auto [here, added] = present.emplace(place, looked); !added) here->second = here->second && looked;
  escaped.insert(other.escaped.begin(), other.escaped.end());
  intersect(outcomes, other.outcomes);
  return *this != before;
}

bool States::add(const State& state, std::size_t most) {
  if (!state.reached) return false;
  for (State& known : states)
    if (known.sameFacts(state)) return intersect(known.outcomes, state.outcomes);
  if (states.size() >= most) return states.back().join(state);
  states.push_back(state);
  return true;
}

State States::joined() const {
  State all;
  for (const State& state : states) all.join(state);
  return all;
}

}  // namespace gpuc::tool::borrow
