// From the AST of a module to what the launcher generator needs, checking each kernel on the way: one that breaks a
// rule gets its diagnostic and no launcher.
#pragma once

#include "tool/model/launchers.h"

namespace clang {
class NamespaceDecl;
}  // namespace clang

namespace gpuc::tool {

struct Session;

LauncherModule describeModule(Session& session, const clang::NamespaceDecl& space);

}  // namespace gpuc::tool
