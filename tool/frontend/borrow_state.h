// What the borrow check knows at one point of a function: which objects references and pointers mean, which device
// memory buffers own and views show, what was moved, what is gone, and which results of get_if were looked at.
// Sets hold every possibility; what is not known at all is an object of its own, equal to nothing else.
#pragma once

#include "tool/frontend/pch.h"

#include "llvm/ADT/FoldingSet.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace gpuc::tool::borrow {

// From an object to a part of it. A `Variable` index, or what an expression of unknown result stands for, means the
// same object only within one full expression.
struct Step {
  enum Kind { Field, Index, Deref, Variable } kind;
  const void* what = nullptr;  // the field, the index variable, the expression
  std::int64_t index = 0;
  auto operator<=>(const Step&) const = default;
};

// A variable (or, for `this`, the class) and the way to a part of it.
struct Place {
  const clang::Decl* root = nullptr;
  std::vector<Step> steps;
  auto operator<=>(const Place&) const = default;

  Place operator+(Step step) const;
  bool within(const Place& whole) const;  // is it `whole` or a part of it
  bool stable() const;                    // does it mean the same object later on
};

using Places = std::set<Place>;

// The device memory that the buffer at `place` had on entry, or was given by `made`.
struct Memory {
  Place place;
  const clang::Stmt* made = nullptr;
  auto operator<=>(const Memory&) const = default;
};

// What view(offset, count) and the halves of split_at(offset) keep; numbers where they are constants.
struct Piece {
  enum Kind { Range, Left, Right } kind;
  const clang::Stmt* call = nullptr;
  std::optional<std::int64_t> offset, count;
  auto operator<=>(const Piece&) const = default;
};

// A part of some memory, whole where there are no pieces.
struct Loan {
  Memory memory;
  std::vector<Piece> pieces;
  auto operator<=>(const Loan&) const = default;
};

using Loans = std::set<Loan>;

// Whether it is certain that the two show a common element; an empty view counts as one that is not.
bool overlap(const Loan& one, const Loan& other);

struct Ended {
  clang::SourceLocation place;
  std::string name;  // of the buffer, as the user knows it
  bool replaced = false;
  bool operator==(const Ended& other) const = default;
};

// What a condition was found to be, and the variables whose change ends that.
struct Outcome {
  bool holds;
  std::vector<const clang::VarDecl*> variables;
  bool operator==(const Outcome&) const = default;
};

struct State {
  bool reached = false;
  std::map<Place, Places> targets;  // of references and pointers
  std::map<Place, std::set<Memory>> owned;
  std::map<Place, Loans> shown;
  std::map<Place, clang::SourceLocation> moved;  // on some way to here
  std::map<Memory, Ended> ended;
  std::map<Place, bool> present;  // results of get_if: looked at or not; a place that is not here is not judged
  std::set<const clang::Decl*> escaped;
  std::map<llvm::FoldingSetNodeID, Outcome> outcomes;  // by the condition's profile

  bool operator==(const State&) const = default;
  // Equal but for the conditions that led here.
  bool sameFacts(const State& other) const;

  Places targetsOf(const Place& reference) const;
  std::set<Memory> ownedBy(const Place& buffer) const;
  Loans shownBy(const Place& view) const;
  // The move that took the object or the whole that it is part of; null: none.
  const clang::SourceLocation* movedFrom(const Place& object) const;
  // The buffer that owns the memory now; nothing: it was moved to where the check does not follow.
  std::optional<Place> ownerOf(const Memory& memory) const;

  // A new object begins at `place`: what was known of the old one, and what refers to it, is not about the new one.
  void forget(const Place& place);
  // A function begins anew: what was known of its local variables is about an earlier call.
  void forgetLocals(const clang::FunctionDecl& function);
  // The statement gives this memory, or this view with offsets that vary, anew: what it gave before is another one.
  void renew(const Memory& memory);
  void renew(const clang::Stmt& view);
  // It may have been given a new value.
  void revive(const Place& place);
  // What a call of unknown code may have given a new value behind the function's back; not what the call was given.
  void reviveEscaped(clang::SourceRange call);

  // Both ways lead here. Returns whether that changed anything.
  bool join(const State& other);
};

// The states in which a point is reached, one for each way that makes a difference; more ways than that are joined.
class States {
 public:
  bool add(const State& state, std::size_t most = 1);  // returns whether that changed anything
  auto begin() const { return states.begin(); }
  auto end() const { return states.end(); }
  bool empty() const { return states.empty(); }
  State joined() const;

 private:
  std::vector<State> states;
};

}  // namespace gpuc::tool::borrow
