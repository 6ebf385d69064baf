// Explains why a module lacks the checked launch of a kernel.
#pragma once

#include "tool/base/diagnostic.h"

namespace clang {
class Diagnostic;
class FunctionDecl;
}  // namespace clang

namespace gpuc::tool {

struct Session;

// GPUC0214: turns Clang's "no member named 'prepare_fill'" into the reason, where the module has a kernel `fill` that
// has only a raw launch. False: the error is about something else.
bool explainUncheckedLaunch(const Session& session, const clang::Diagnostic& info, Diagnostic& diagnostic);

// GPUC0214 for an instantiation of a kernel template whose arguments bring a pointer with them, where it is prepared:
// only a raw launch suits it. False: that was reported.
bool checkPreparedInstantiation(Session& session, const clang::FunctionDecl& function);

// Whether a launch is missing because its kernel or its contract was refused, as has been said.
bool launchesRefusedKernel(const Session& session, const clang::Diagnostic& info);

}  // namespace gpuc::tool
