// Whether a kernel asks for the indices that its contract's domain has (0204).
#pragma once

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace gpuc::tool {

struct Session;

// Looks at everything of the user's that the kernel calls by name. `domain` 0: no contract, so nothing is wrong.
void checkIndexUse(Session& session, const clang::FunctionDecl& kernel, unsigned domain);

}  // namespace gpuc::tool
