// Launchers enter the parse at the closing brace of their module: a token watcher counts braces, and at the module's
// `}` it enters a buffer with a pragma of ours, whose handler runs when the parser gets there. Works for nested
// modules, modules in headers and anonymous namespaces, and modules with syntax errors.
#pragma once

#include "tool/frontend/pch.h"

namespace gpuc::tool {

struct Session;

void installInjection(Session& session);

// Lets the launchers of `space` follow `brace`, which closes it and is the last token that was lexed.
void closeModule(Session& session, clang::NamespaceDecl* space, clang::SourceLocation brace);

}  // namespace gpuc::tool
