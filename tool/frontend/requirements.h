// The `launch_requires` statements of a kernel.
#pragma once

#include "tool/model/kernel.h"

#include <vector>

namespace clang {
class CallExpr;
class DeclRefExpr;
class FunctionDecl;
}  // namespace clang

namespace gpuc::tool {

struct Session;

std::vector<KernelRequirement> collectRequirements(Session& session, const clang::FunctionDecl& function);

// GPUC0213: a requirement that is not among the first statements of its kernel, where no launch would see it.
void checkRequirementPlaces(Session& session);

// The same for a reference to launch_requires that is not the callee of a call, since through a pointer nobody would
// know the requirement, and for what stands behind launch_requires.
void checkRequirementReference(Session& session, const clang::DeclRefExpr& reference, bool called);

// The same for a call in any other function.
void checkStrayRequirement(Session& session, const clang::CallExpr& call);

}  // namespace gpuc::tool
