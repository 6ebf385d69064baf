// One walk over the user's own functions after the parse, for what is decided on the AST: try blocks (which the IR
// only knows as landing pads), uses of a kernel other than launching it, and the borrow check.
#pragma once

#include "tool/base/diagnostic.h"

#include <map>

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace gpuc::tool {

struct Session;

struct WalkResult {
  std::map<const clang::FunctionDecl*, Place> tries;  // function -> its first try block
  bool hasMain = false;
};

WalkResult walkSource(Session& session);

}  // namespace gpuc::tool
