// What a kernel may be: the 0201 to 0216 rules.
#pragma once

#include "tool/model/launchers.h"

namespace clang {
class FunctionDecl;
class FunctionTemplateDecl;
class NamespaceDecl;
}  // namespace clang

namespace gpuc::tool {

struct Session;

// At the end of the module: everything that does not depend on template arguments. False: no launcher.
bool checkKernel(Session& session, const clang::FunctionDecl& function, const clang::FunctionTemplateDecl* declaration,
                 const LauncherModule& module);

// Of an instantiation: what its template arguments decide.
bool checkInstantiation(Session& session, const clang::FunctionDecl& function);

// Names in a module that what gpuc makes at its end has as well.
void checkGeneratedNames(Session& session, const clang::NamespaceDecl& space);

// What redeclarations of a kernel say in addition becomes part of its first declaration, if that is not too late.
void mergeRedeclarations(Session& session);

// Kernels that no module contains; their launchers would be missing without a word.
void checkStrayKernels(Session& session);

}  // namespace gpuc::tool
