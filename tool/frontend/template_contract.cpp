#include "tool/frontend/template_contract.h"

#include "tool/frontend/contract.h"
#include "tool/frontend/session.h"

#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Template.h"

namespace gpuc::tool {

using namespace clang;

namespace {

// The kernel that a `gpuc::prepared<&kernel>` names.
const FunctionDecl* preparedKernel(QualType type) {
  const auto* record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (!record || record->getName() != "prepared" || record->getTemplateArgs().size() != 1) return nullptr;
  const TemplateArgument& argument = record->getTemplateArgs()[0];
  return argument.getKind() == TemplateArgument::Declaration ? dyn_cast<FunctionDecl>(argument.getAsDecl()) : nullptr;
}

// Whether a call is `module.NAME_unchecked<...>(...)` with the template arguments of this instantiation.
bool launchesUnchecked(const CallExpr& call, const FunctionDecl& kernel) {
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(call.getDirectCallee());
  const TemplateArgumentList* given = method ? method->getTemplateSpecializationArgs() : nullptr;
  const TemplateArgumentList* wanted = kernel.getTemplateSpecializationArgs();
  if (!given || !wanted || given->size() != wanted->size() ||
      method->getNameAsString() != kernel.getNameAsString() + "_unchecked")
    return false;
  for (unsigned i = 0; i < wanted->size(); ++i)
    if (!given->get(i).structurallyEquals(wanted->get(i))) return false;
  return true;
}

struct LaunchFinder : DynamicRecursiveASTVisitor {
  const Session& session;
  Launches& found;

  LaunchFinder(const Session& session, Launches& found) : session(session), found(found) {
    ShouldVisitTemplateInstantiations = true;
  }

  bool TraverseDecl(Decl* decl) override {
    if (decl && decl->getLocation().isValid() && !isa<TranslationUnitDecl>(decl) &&
        (session.sources().isInSystemHeader(session.sources().getExpansionLoc(decl->getLocation())) ||
         session.isGenerated(decl->getLocation())))
      return true;
    return DynamicRecursiveASTVisitor::TraverseDecl(decl);
  }

  bool VisitCallExpr(CallExpr* call) override {
    if (const FunctionDecl* kernel = preparedKernel(call->getType()))
      found.prepared.try_emplace(kernel->getCanonicalDecl(), call->getExprLoc());
    else if (const auto* method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
             method && method->getTemplateSpecializationArgs() && session.isGenerated(method->getLocation()))
      found.unchecked.push_back(call);
    return true;
  }
};

Expr* substitute(Session& session, const FunctionDecl& function, Expr* expression, SourceLocation place) {
  if (!expression || !expression->isInstantiationDependent()) return expression;
  Sema& sema = session.ci->getSema();
  Sema::InstantiatingTemplate instantiating(sema, place, const_cast<FunctionDecl*>(&function));
  if (instantiating.isInvalid()) return nullptr;
  Sema::ContextRAII context(sema, const_cast<FunctionDecl*>(&function));
  EnterExpressionEvaluationContext constant(sema, Sema::ExpressionEvaluationContext::ConstantEvaluated);
  LocalInstantiationScope scope(sema);
  ExprResult result = sema.SubstExpr(expression, sema.getTemplateInstantiationArgs(&function));
  return result.isInvalid() ? nullptr : result.get();
}

}  // namespace

SourceLocation placeOfPrepare(Session& session, const FunctionDecl& function) {
  if (!session.launches) {
    LaunchFinder finder(session, session.launches.emplace());
    // Only what this file parsed: a precompiled header has no launch of a kernel.
    for (Decl* decl : session.context().getTranslationUnitDecl()->noload_decls()) finder.TraverseDecl(decl);
  }
  if (auto found = session.launches->prepared.find(function.getCanonicalDecl());
      found != session.launches->prepared.end())
    return found->second;
  return {};
}

SourceLocation placeOfLaunch(Session& session, const FunctionDecl& function) {
  if (SourceLocation prepared = placeOfPrepare(session, function); prepared.isValid()) return prepared;
  for (const CallExpr* call : session.launches->unchecked)
    if (launchesUnchecked(*call, function)) return call->getExprLoc();
  return {};
}

const KernelAttributes& attributesFor(Session& session, const FunctionDecl& function) {
  const KernelAttributes& written = *session.attributesOf(&function);
  if (!function.isTemplateInstantiation() || !dependsOnTemplate(written)) return written;
  auto [entry, isNew] = session.instantiated.try_emplace(function.getCanonicalDecl(), written);
  KernelAttributes& attributes = entry->second;
  if (!isNew) return attributes;
  SourceLocation place = placeOfLaunch(session, function);
  if (place.isInvalid()) place = function.getLocation();
  attributes.contract = substitute(session, function, written.contract, place);
  attributes.maxThreads = substitute(session, function, written.maxThreads, place);
  attributes.minBlocks = substitute(session, function, written.minBlocks, place);
  return attributes;
}

}  // namespace gpuc::tool
