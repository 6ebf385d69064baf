// What Clang says about attributes, in gpuc's terms.
#pragma once

#include "tool/base/diagnostic.h"
#include "tool/frontend/pch.h"

namespace gpuc::tool {

struct Session;

// Clang warns about an attribute `gpuc::...` that nobody registered and goes on, with a kernel that lacks what the user
// asked for; and it speaks of the ABI tag that [[kernel]] stands for. Both become errors of ours. False: another
// message.
bool explainAttribute(const Session& session, const clang::Diagnostic& info, const std::string& text,
                      Diagnostic& diagnostic);

}  // namespace gpuc::tool
