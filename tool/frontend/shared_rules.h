// GPUC0313 on the AST: the IR cannot tell `static int count = 0;` from `static int count;`.
#pragma once

namespace clang {
class VarDecl;
}  // namespace clang

namespace gpuc::tool {

struct Session;

// Refuses an initialiser, written or a constructor's: nobody runs it, and the memory starts with any contents.
void checkShared(Session& session, const clang::VarDecl& variable);

}  // namespace gpuc::tool
