// What Clang says about the slips of somebody who is new to kernels, with the way out.
#pragma once

#include "tool/base/diagnostic.h"

namespace clang {
class Diagnostic;
}  // namespace clang

namespace gpuc::tool {

struct Session;

// Writes message and help, keeping the code; false: it is about something else.
bool explainSlip(const Session& session, const clang::Diagnostic& info, Diagnostic& diagnostic);

}  // namespace gpuc::tool
