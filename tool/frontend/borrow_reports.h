// What the borrow check says. Code of a template is checked once for each instantiation, and a loop's body twice, but a
// place gets one report of a kind.
#pragma once

#include "tool/base/codes.h"
#include "tool/frontend/borrow_state.h"

namespace gpuc::tool {

struct Session;

namespace borrow {

// How the user would write the place: `a`, `s.x`, `arrays[1]`.
std::string spelled(const Place& place);

class Reports {
 public:
  explicit Reports(Session& session) : session(session) {}

  bool on = false;  // off while states are still being computed

  void aliased(const clang::Expr& argument, llvm::StringRef argumentName, const clang::Expr& output,
               llvm::StringRef outputName);
  void moved(const clang::Expr& use, clang::SourceLocation move, bool inEarlierTurn);
  void outlived(const clang::Expr& use, const Ended& ended);
  void returned(const clang::Expr& value, const Place& buffer);
  void kept(clang::SourceLocation stored, const Place& view, const Ended& ended);
  void unlooked(const clang::Expr& use, const clang::Expr& result);

 private:
  bool first(Code code, clang::SourceLocation location);
  void report(Code code, clang::SourceLocation location, const std::string& message, const std::string& help);
  void note(clang::SourceLocation location, const std::string& message);
  std::string textOf(const clang::Expr& expression) const;

  Session& session;
};

}  // namespace borrow
}  // namespace gpuc::tool
