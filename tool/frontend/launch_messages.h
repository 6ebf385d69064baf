// What Clang says about a launch, in the user's terms: its messages speak of the generated launchers.
#pragma once

#include "tool/frontend/session.h"

namespace gpuc::tool {

// Rewrites an error about an argument that does not become a kernel's view; false: it is about something else.
bool rewriteLaunchArgument(const clang::Diagnostic& info, Diagnostic& diagnostic);

// Rewrites an error about arguments that name no instantiation of a kernel template; false: it is about something else.
bool rewriteInstantiation(Diagnostic& diagnostic);

// The kernel whose launcher stands at `location` of generated text; null: none does.
const clang::FunctionDecl* launchedKernel(const Session& session, clang::SourceLocation location);

// The note that stands for Clang's `text` about the launcher of `kernel`.
std::string launcherNote(const clang::FunctionDecl& kernel, const std::string& text);

}  // namespace gpuc::tool
