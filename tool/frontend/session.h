// The state of the one parse that a gpuc-cc process makes. Clang calls attribute handlers and pragma handlers
// through registries without a context of ours, so they find it through `Session::current`.
#pragma once

#include "tool/base/codes.h"
#include "tool/frontend/frontend.h"
#include "tool/frontend/pch.h"

#include <map>
#include <optional>
#include <set>

namespace gpuc::tool {

// A `[[gpuc::module]]` namespace whose closing brace has not been reached.
struct OpenModule {
  clang::NamespaceDecl* space = nullptr;
  unsigned depth = 0;  // of the brace that closes it
};

// What the attributes of one kernel say, before evaluation.
struct KernelAttributes {
  clang::SourceLocation kernel;  // of [[kernel]] or [[tile_kernel]]
  bool tile = false;
  clang::Expr* contract = nullptr;
  clang::SourceLocation contractPlace;
  clang::Expr* maxThreads = nullptr;
  clang::Expr* minBlocks = nullptr;
  clang::SourceLocation boundsPlace;
  clang::SourceLocation cooperative;  // of [[gpuc::cooperative]]
  clang::SourceLocation noChecks;     // of [[gpuc::no_kernel_checks]]
};

// Where the user's code prepares kernels, and where it calls launchers that are templates.
struct Launches {
  std::map<const clang::FunctionDecl*, clang::SourceLocation> prepared;  // the first of each
  std::vector<const clang::CallExpr*> unchecked;
};

struct Session {
  const Request& request;
  const EmitLaunchers& emit;
  clang::CompilerInstance* ci = nullptr;
  clang::Parser* parser = nullptr;
  std::string tag;  // ABI tag of the file's modules

  unsigned depth = 0;  // of braces, as the token watcher has seen them
  std::vector<OpenModule> open;
  std::vector<clang::NamespaceDecl*> closing;
  std::set<const clang::NamespaceDecl*> refused;                        // no modules, as has been said
  std::map<const clang::FunctionDecl*, KernelAttributes> kernels;       // by the declaration that carries the attribute
  std::map<const clang::FunctionDecl*, KernelAttributes> instantiated;  // with template arguments in place
  std::set<const clang::FunctionDecl*> launchable;                      // passed the rules at its module's end
  std::optional<Launches> launches;                                     // once they have been looked for
  std::set<clang::SourceLocation> misusedIndices;                       // calls that have been reported
  std::vector<LauncherModule> modules;
  std::vector<clang::FileID> generated;                           // buffers with text of ours
  std::set<std::pair<int, clang::SourceLocation>> borrowReports;  // code and place of what the borrow check has said

  static Session* current;

  clang::ASTContext& context() const { return ci->getASTContext(); }
  clang::SourceManager& sources() const { return ci->getSourceManager(); }

  // The attributes of a kernel, looked up through redeclarations and template instantiations; null: not a kernel.
  const KernelAttributes* attributesOf(const clang::FunctionDecl* function) const;
  // The first declaration that an attribute was written on, null: not a kernel.
  const clang::FunctionDecl* kernelDecl(const clang::FunctionDecl* function) const;

  bool isGenerated(clang::SourceLocation location) const;
};

// Reports one of our codes through Clang, so that notes, macros and -Werror behave; `help` may be empty.
clang::DiagnosticBuilder reportCode(clang::DiagnosticsEngine& engine, clang::SourceLocation location, Code code,
                                    const std::string& message, const std::string& help = {});

void reportNote(clang::DiagnosticsEngine& engine, clang::SourceLocation location, const std::string& message);

// The place of a location as the user knows it: file relative to the project, line, column, the line's text.
Place placeOf(const Session& session, clang::SourceLocation location);
// An expression as it is written.
std::string sourceText(const Session& session, const clang::Expr& expression);
std::string displayPath(const Request& request, llvm::StringRef path);

}  // namespace gpuc::tool
