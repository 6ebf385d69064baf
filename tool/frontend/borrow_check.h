// The borrow check of one function: the output of a launch must not be another argument of it (GPUC0221), and a
// buffer that was moved is not used again (GPUC0222). What it cannot decide is left to the launch's own check.
#pragma once

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace gpuc::tool {

struct Session;

void checkBorrows(Session& session, const clang::FunctionDecl& function);

}  // namespace gpuc::tool
