// The `launch_requires` statements of a kernel.
#pragma once

#include "tool/model/kernel.h"

#include <vector>

namespace clang {
class CallExpr;
class FunctionDecl;
}  // namespace clang

namespace gpuc::tool {

struct Session;

std::vector<KernelRequirement> collectRequirements(Session& session, const clang::FunctionDecl& function);

// GPUC0213: a requirement that is not among the first statements of its kernel, where no launch would see it.
void checkRequirementPlaces(Session& session);

// The same for a call in any other function.
void checkStrayRequirement(Session& session, const clang::CallExpr& call);

}  // namespace gpuc::tool
