// Contracts of kernel templates: their expressions with template arguments in place, and where the user asked for the
// instantiation, which is where a bad value is reported.
#pragma once

#include "tool/frontend/pch.h"

namespace gpuc::tool {

struct KernelAttributes;
struct Session;

// The attributes of `function`, which for an instantiation have no template parameters left. An expression that cannot
// be substituted is null; Clang has said why.
const KernelAttributes& attributesFor(Session& session, const clang::FunctionDecl& function);

// Where the user first prepares a checked launch of this instantiation; invalid if nowhere visible.
clang::SourceLocation placeOfPrepare(Session& session, const clang::FunctionDecl& function);

// Where the user first prepares or launches this instantiation; invalid if nowhere visible.
clang::SourceLocation placeOfLaunch(Session& session, const clang::FunctionDecl& function);

}  // namespace gpuc::tool
