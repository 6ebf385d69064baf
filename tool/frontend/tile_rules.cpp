#include "tool/frontend/tile_rules.h"

#include "tool/frontend/session.h"

namespace gpuc::tool {

using namespace clang;

namespace {

// The namespace of gpuc that holds what only threads have: "thread", "block", ... ; "" for anything else.
std::string threadSpace(const NamedDecl& decl) {
  const auto* space = dyn_cast<NamespaceDecl>(decl.getDeclContext()->getRedeclContext());
  const auto* outer = space ? dyn_cast<NamespaceDecl>(space->getDeclContext()) : nullptr;
  if (!outer || outer->getName() != "gpuc" || !outer->getParent()->getRedeclContext()->isTranslationUnit()) return {};
  for (const char* name : {"thread", "block", "grid", "warp", "cluster"})
    if (space->getName() == name) return name;
  return {};
}

class BodyVisitor : public DynamicRecursiveASTVisitor {
 public:
  BodyVisitor(Session& session, const FunctionDecl& kernel) : session(session), kernel(kernel) {}

  bool VisitDeclRefExpr(DeclRefExpr* reference) override {
    check(*reference->getDecl(), reference->getBeginLoc());
    return true;
  }
  bool VisitUnresolvedLookupExpr(UnresolvedLookupExpr* lookup) override {
    if (lookup->getNumDecls() > 0) check(**lookup->decls_begin(), lookup->getBeginLoc());
    return true;
  }
  bool VisitVarDecl(VarDecl* variable) override {
    const auto* section = variable->getAttr<SectionAttr>();
    if (section && section->getName() == "gpuc.shared")
      reportCode(session.ci->getDiagnostics(), variable->getLocation(), Code::TileShared,
                 "tile kernel '" + kernel.getNameAsString() + "' declares the shared variable '" +
                     variable->getNameAsString() + "', and a tile kernel has no shared memory",
                 "keep the values in a tile: the compiler decides where its elements are");
    return true;
  }

 private:
  void check(const NamedDecl& decl, SourceLocation at) {
    std::string space = threadSpace(decl);
    if (space.empty()) return;
    reportCode(session.ci->getDiagnostics(), at, Code::TileThread,
               "tile kernel '" + kernel.getNameAsString() + "' uses gpuc::" + space + "::" + decl.getNameAsString() +
                   ", and a tile kernel is one logical thread",
               "say where the tile is by index() of an output or axis<> of a view; for threads write a [[kernel]]");
  }

  Session& session;
  const FunctionDecl& kernel;
};

}  // namespace

void checkTileKernels(Session& session) {
  for (const auto& [function, attributes] : session.kernels) {
    const FunctionDecl* definition = attributes.tile ? function->getDefinition() : nullptr;
    if (!definition || !definition->getBody()) continue;
    BodyVisitor visitor(session, *definition);
    visitor.TraverseStmt(definition->getBody());
  }
}

}  // namespace gpuc::tool
