#include "tool/frontend/requirements.h"

#include "tool/frontend/session.h"

namespace gpuc::tool {

using namespace clang;

namespace {

// The call of gpuc::launch_requires that a statement is; null for any other.
const CallExpr* requirementOf(const Stmt* statement) {
  const auto* expression = dyn_cast_or_null<Expr>(statement);
  if (!expression) return nullptr;
  if (const auto* cleanups = dyn_cast<ExprWithCleanups>(expression)) expression = cleanups->getSubExpr();
  const auto* call = dyn_cast<CallExpr>(expression->IgnoreParenImpCasts());
  if (!call) return nullptr;
  const FunctionDecl* callee = call->getDirectCallee();
  if (callee) return callee->getQualifiedNameAsString() == "gpuc::launch_requires" ? call : nullptr;
  // In a template the callee may still be a name.
  if (const auto* lookup = dyn_cast<UnresolvedLookupExpr>(call->getCallee()->IgnoreParenImpCasts()))
    return lookup->getName().getAsString() == "launch_requires" ? call : nullptr;
  return nullptr;
}

// What may stand before a requirement: nothing that runs.
bool mayPrecede(const Stmt* statement) {
  const auto* declaration = dyn_cast<DeclStmt>(statement);
  if (!declaration) return isa<NullStmt>(statement);
  for (const Decl* decl : declaration->decls()) {
    if (isa<UsingDecl, UsingDirectiveDecl, NamespaceAliasDecl, TypedefNameDecl, StaticAssertDecl>(decl)) continue;
    const auto* variable = dyn_cast<VarDecl>(decl);
    if (!variable || !variable->isConstexpr()) return false;
  }
  return true;
}

struct NamedParameters : ConstDynamicRecursiveASTVisitor {
  std::uint64_t mask = 0;
  bool VisitDeclRefExpr(const DeclRefExpr* reference) override {
    if (const auto* parameter = dyn_cast<ParmVarDecl>(reference->getDecl());
        parameter && parameter->getFunctionScopeIndex() < 64)
      mask |= std::uint64_t{1} << parameter->getFunctionScopeIndex();
    return true;
  }
};

// Looks for what a requirement cannot ask, since the host evaluates it: elements of a view, and anything about threads.
// Follows calls of the user's functions.
struct HostQuestions : ConstDynamicRecursiveASTVisitor {
  Session& session;
  const CallExpr& requirement;
  std::set<const FunctionDecl*> seen;
  bool said = false;
  HostQuestions(Session& session, const CallExpr& requirement) : session(session), requirement(requirement) {}

  bool VisitCallExpr(const CallExpr* call) override {
    const FunctionDecl* callee = call->getDirectCallee();
    if (!callee) return true;
    std::string name = callee->getQualifiedNameAsString();
    bool known = name.starts_with("gpuc::");
    if (!known && session.sources().isInSystemHeader(callee->getLocation())) return true;
    if (!known) {
      const FunctionDecl* definition = callee->getDefinition();
      if (definition && seen.insert(definition).second) TraverseStmt(definition->getBody());
      return true;
    }
    llvm::StringRef last = callee->getDeclName().isIdentifier() ? callee->getName() : "";
    bool allowed =
        isa<CXXMethodDecl>(callee) && (last == "size" || last == "empty" || last == "rows" || last == "cols");
    if (allowed || isa<CXXConstructorDecl, CXXConversionDecl>(callee) || said) return true;
    said = true;
    reportCode(session.ci->getDiagnostics(), requirement.getBeginLoc(), Code::RequirementPlace,
               "this requirement asks for '" + name + "', but the host checks it, before there are elements or threads",
               "relate sizes, rows, columns and scalar parameters");
    return true;
  }
};

struct MisplacedRequirements : DynamicRecursiveASTVisitor {
  Session& session;
  const std::set<const Stmt*>& placed;
  MisplacedRequirements(Session& session, const std::set<const Stmt*>& placed) : session(session), placed(placed) {}
  bool VisitCallExpr(CallExpr* call) override {
    if (requirementOf(call) && !placed.contains(call))
      reportCode(session.ci->getDiagnostics(), call->getBeginLoc(), Code::RequirementPlace,
                 "this launch_requires comes after other statements, so no launch would check it",
                 "move it to the top of the kernel; only using and constexpr declarations may precede it");
    return true;
  }
};

}  // namespace

std::vector<KernelRequirement> collectRequirements(Session& session, const FunctionDecl& function) {
  std::vector<KernelRequirement> requirements;
  const auto* body = dyn_cast_or_null<CompoundStmt>(function.getBody());
  if (!body) return requirements;
  for (const Stmt* statement : body->body()) {
    const CallExpr* call = requirementOf(statement);
    if (!call) {
      if (mayPrecede(statement)) continue;
      break;
    }
    KernelRequirement requirement;
    const Expr* condition = call->getArg(0);
    requirement.text = sourceText(session, *condition);
    Place place = placeOf(session, call->getBeginLoc());
    requirement.file = place.file;
    requirement.line = static_cast<std::uint32_t>(place.line);
    HostQuestions(session, *call).TraverseStmt(condition);
    NamedParameters named;
    named.TraverseStmt(condition);
    requirement.parameters = named.mask;
    requirements.push_back(std::move(requirement));
  }
  return requirements;
}

void checkRequirementPlaces(Session& session) {
  for (const auto& [function, attributes] : session.kernels) {
    const FunctionDecl* definition = function->getDefinition();
    const auto* body = definition ? dyn_cast_or_null<CompoundStmt>(definition->getBody()) : nullptr;
    if (!body) continue;
    std::set<const Stmt*> placed;
    for (const Stmt* statement : body->body()) {
      if (const CallExpr* call = requirementOf(statement))
        placed.insert(call);
      else if (!mayPrecede(statement))
        break;
    }
    MisplacedRequirements visitor(session, placed);
    visitor.TraverseStmt(const_cast<CompoundStmt*>(body));
  }
}

void checkRequirementReference(Session& session, const DeclRefExpr& reference, bool called) {
  const auto* function = dyn_cast<FunctionDecl>(reference.getDecl());
  if (!function || !function->getDeclName().isIdentifier()) return;
  bool inner = function->getName() == "__gpuc_requires";
  bool pointed = !called && function->getName() == "launch_requires" &&
                 function->getQualifiedNameAsString() == "gpuc::launch_requires";
  if (!inner && !pointed) return;
  reportCode(session.ci->getDiagnostics(), reference.getLocation(), Code::RequirementPlace,
             "a requirement that is not a plain call of gpuc::launch_requires would be checked by no launch",
             "write as a first statement of the kernel: gpuc::launch_requires(...);");
}

void checkStrayRequirement(Session& session, const CallExpr& call) {
  if (requirementOf(&call))
    reportCode(session.ci->getDiagnostics(), call.getBeginLoc(), Code::RequirementPlace,
               "this launch_requires is not in a kernel, so no launch would check it",
               "state it at the top of every kernel that needs it");
}

}  // namespace gpuc::tool
