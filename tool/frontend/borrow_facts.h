// What an expression of the user's means to the borrow check: which types and functions of the library it knows, which
// objects an expression names, and which device memory it shows.
#pragma once

#include "tool/frontend/borrow_state.h"

namespace gpuc::tool {

struct Session;

namespace borrow {

enum class Kind { Other, Buffer, View, Handle, Result, Argument };

// What a type is, references looked through. `Argument`: what launchers take for a kernel's view parameter.
Kind kindOf(clang::QualType type);
bool isLibraryFunction(const clang::FunctionDecl* function);
bool isStandardFunction(const clang::FunctionDecl* function, llvm::StringRef name);
// The name of a member function; empty for operators and the like.
llvm::StringRef nameOf(const clang::FunctionDecl* function);

// Looks through what does not change the object: parentheses, casts, temporaries, conversions to references.
const clang::Expr* strip(const clang::Expr* expression);
// The constant that an expression is, as far as the compiler can tell.
std::optional<std::int64_t> constantOf(const clang::ASTContext& context, const clang::Expr* expression);

// The part of a `std::pair`, `std::tuple` or other class that a structured binding names.
Place bindingPlace(const clang::BindingDecl& binding, const Place& whole);
Step memberStep(const clang::FieldDecl& field);

// Reads expressions in a state. With `literally`, references are not followed: for what was written, not what it means.
class Facts {
 public:
  Facts(const clang::ASTContext& context, const State& state, bool literally = false)
      : context(context), state(state), literally(literally) {}

  // The objects that an expression may name; one that stands for the expression where it is not known.
  Places objectsOf(const clang::Expr* expression) const;
  // The objects that a pointer may point to.
  Places pointeesOf(const clang::Expr* expression) const;
  // The device memory that a buffer or view shows.
  Loans loansOf(const clang::Expr* expression) const;
  // The result of get_if that a condition looks at, with `taken` as its outcome; nothing is known of others.
  void lookedAt(const clang::Expr* condition, bool taken, std::vector<Place>& results) const;
  // split_at, where the expression is a call of it.
  const clang::CXXMemberCallExpr* splitOf(const clang::Expr* expression) const;
  Loans halfOf(const clang::CXXMemberCallExpr& split, Piece::Kind half) const;

 private:
  Places opaque(const clang::Expr* expression) const;
  Places follow(const Places& references) const;
  Places extended(const Places& wholes, Step step) const;
  Step indexStep(const clang::Expr* index) const;
  Places variableObjects(const clang::DeclRefExpr& reference) const;
  Places callObjects(const clang::CallExpr& call) const;

  const clang::ASTContext& context;
  const State& state;
  bool literally;
};

}  // namespace borrow
}  // namespace gpuc::tool
