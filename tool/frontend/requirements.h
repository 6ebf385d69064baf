// The `launch_requires` statements of a kernel.
#pragma once

#include "tool/model/kernel.h"

#include <vector>

namespace clang {
class FunctionDecl;
}  // namespace clang

namespace gpuc::tool {

struct Session;

std::vector<KernelRequirement> collectRequirements(Session& session, const clang::FunctionDecl& function);

// GPUC0213: a requirement that is not among the first statements of its kernel, where no launch would see it.
void checkRequirementPlaces(Session& session);

}  // namespace gpuc::tool
