#include "tool/frontend/source_walk.h"

#include "tool/frontend/borrow_check.h"
#include "tool/frontend/requirements.h"
#include "tool/frontend/session.h"
#include "tool/frontend/shared_rules.h"
#include "tool/frontend/tile_launches.h"

namespace gpuc::tool {

using namespace clang;

namespace {

class Walker : public DynamicRecursiveASTVisitor {
 public:
  Walker(Session& session, WalkResult& result) : session(session), result(result) {
    ShouldVisitTemplateInstantiations = true;
    ShouldVisitLambdaBody = true;
  }

  bool TraverseDecl(Decl* decl) override {
    // Whole functions of the library and of generated text are skipped before anything in them is looked at.
    if (decl && decl->getLocation().isValid() && !isa<TranslationUnitDecl>(decl) && !userOwned(decl->getLocation()))
      return true;
    const FunctionDecl* outer = function;
    if (auto* entered = dyn_cast_or_null<FunctionDecl>(decl)) function = entered;
    bool go = DynamicRecursiveASTVisitor::TraverseDecl(decl);
    function = outer;
    return go;
  }

  bool VisitFunctionDecl(FunctionDecl* declaration) override {
    if (declaration->isMain() && declaration->isThisDeclarationADefinition()) result.hasMain = true;
    if (declaration->isThisDeclarationADefinition() && !declaration->isDependentContext()) {
      checkBorrows(session, *declaration);
      checkTileLaunches(session, *declaration);
    }
    return true;
  }

  bool VisitCXXTryStmt(CXXTryStmt* statement) override {
    if (function && !function->isDependentContext())
      result.tries.try_emplace(function->getCanonicalDecl(), placeOf(session, statement->getTryLoc()));
    return true;
  }

  bool VisitVarDecl(VarDecl* variable) override {
    checkShared(session, *variable);
    return true;
  }

  bool VisitCallExpr(CallExpr* call) override {
    if (!function || !session.kernelDecl(function)) checkStrayRequirement(session, *call);
    called.insert(call->getCallee()->IgnoreParenImpCasts());
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr* reference) override {
    checkRequirementReference(session, *reference, called.contains(reference));
    const auto* target = dyn_cast<FunctionDecl>(reference->getDecl());
    if (target && session.kernelDecl(target) && (!function || !function->isTemplateInstantiation()))
      reportCode(session.ci->getDiagnostics(), reference->getLocation(), Code::KernelUse,
                 "kernel '" + target->getNameAsString() + "' can only be launched, not called or pointed to",
                 "launch it through its module: module." + target->getNameAsString() +
                     "(stream, prepared, ...); move what both need into a function");
    return true;
  }

 private:
  bool userOwned(SourceLocation location) const {
    return !session.sources().isInSystemHeader(session.sources().getExpansionLoc(location)) &&
           !session.isGenerated(location);
  }

  Session& session;
  WalkResult& result;
  const FunctionDecl* function = nullptr;
  std::set<const Expr*> called;  // callees of calls
};

}  // namespace

WalkResult walkSource(Session& session) {
  WalkResult result;
  Walker walker(session, result);
  // Only what this file parsed: a precompiled header's declarations are not deserialised for it.
  for (Decl* decl : session.context().getTraversalScope())
    if (auto* unit = dyn_cast<TranslationUnitDecl>(decl)) {
      for (Decl* top : unit->noload_decls()) walker.TraverseDecl(top);
    } else {
      walker.TraverseDecl(decl);
    }
  return result;
}

}  // namespace gpuc::tool
