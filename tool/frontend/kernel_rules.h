// What a kernel may be: the 0201 to 0216 rules.
#pragma once

#include "tool/model/launchers.h"

namespace clang {
class FunctionDecl;
class FunctionTemplateDecl;
}  // namespace clang

namespace gpuc::tool {

struct Session;

// At the end of the module: everything that does not depend on template arguments. False: no launcher.
bool checkKernel(Session& session, const clang::FunctionDecl& function, const clang::FunctionTemplateDecl* declaration,
                 const LauncherModule& module);

// Of an instantiation: what its template arguments decide.
bool checkInstantiation(Session& session, const clang::FunctionDecl& function);

// Kernels that no module contains; their launchers would be missing without a word.
void checkStrayKernels(Session& session);

}  // namespace gpuc::tool
