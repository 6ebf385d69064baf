// Explains why a module lacks the checked launch of a kernel.
#pragma once

#include "tool/base/diagnostic.h"

namespace clang {
class Diagnostic;
}  // namespace clang

namespace gpuc::tool {

struct Session;

// GPUC0214: turns Clang's "no member named 'prepare_fill'" into the reason, where the module has a kernel `fill` that
// has only a raw launch. False: the error is about something else.
bool explainUncheckedLaunch(const Session& session, const clang::Diagnostic& info, Diagnostic& diagnostic);

// Whether a launch is missing because its kernel or its contract was refused, as has been said.
bool launchesRefusedKernel(const Session& session, const clang::Diagnostic& info);

}  // namespace gpuc::tool
