#include "tool/frontend/borrow_check.h"

#include "tool/frontend/parameters.h"
#include "tool/frontend/session.h"

namespace gpuc::tool {

using namespace clang;

namespace {

// What an argument names: a variable and the members selected from it. Two equal paths are one buffer.
struct BufferPath {
  const ValueDecl* root = nullptr;
  std::vector<const ValueDecl*> members;
  bool operator==(const BufferPath&) const = default;
};

// Looks through what does not change the object: parentheses, implicit casts, temporaries, conversions to arguments.
const Expr* strip(const Expr* expression) {
  for (;;) {
    const Expr* inner = expression->IgnoreUnlessSpelledInSource();
    if (const auto* construct = dyn_cast<CXXConstructExpr>(inner); construct && construct->getNumArgs() == 1)
      inner = construct->getArg(0);
    else if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(inner))
      inner = cast->getSubExpr();
    if (inner == expression) return expression;
    expression = inner;
  }
}

bool isGpucCall(const FunctionDecl* callee, llvm::StringRef name) {
  if (!callee || !callee->getDeclName().isIdentifier() || callee->getName() != name) return false;
  const DeclContext* context = callee->getDeclContext();
  while (context && isa<CXXRecordDecl>(context)) context = context->getParent();
  const auto* space = dyn_cast_or_null<NamespaceDecl>(context);
  return space && space->getName() == "gpuc";
}

// The buffer that an expression names, followed through references; without a root where it names none.
BufferPath pathOf(const Expr* expression, int budget = 16) {
  if (budget == 0) return {};
  expression = strip(expression);
  if (const auto* reference = dyn_cast<DeclRefExpr>(expression)) {
    const ValueDecl* value = reference->getDecl();
    const auto* variable = dyn_cast<VarDecl>(value);
    // A reference is what it was bound to; one that is a parameter is an object of its own.
    if (variable && variable->getType()->isReferenceType() && !isa<ParmVarDecl>(variable) && variable->getInit())
      if (BufferPath bound = pathOf(variable->getInit(), budget - 1); bound.root) return bound;
    return {value->getCanonicalDecl() ? cast<ValueDecl>(value->getCanonicalDecl()) : value, {}};
  }
  if (const auto* member = dyn_cast<MemberExpr>(expression); member && isa<FieldDecl>(member->getMemberDecl())) {
    if (member->isArrow() && !isa<CXXThisExpr>(strip(member->getBase()))) {
      // p->x: the same object only as long as p is the same pointer, which a plain variable in one function mostly is;
      // it is left to the launch.
      return {};
    }
    BufferPath base;
    if (isa<CXXThisExpr>(strip(member->getBase())))
      base.root = member->getMemberDecl();
    else
      base = pathOf(member->getBase(), budget - 1);
    if (base.root && base.root != member->getMemberDecl()) base.members.push_back(member->getMemberDecl());
    return base;
  }
  if (const auto* call = dyn_cast<CallExpr>(expression)) {
    // as_matrix(buffer, ...) shows the whole buffer.
    if (isGpucCall(call->getDirectCallee(), "as_matrix") && call->getNumArgs() > 0)
      return pathOf(call->getArg(0), budget - 1);
    if (const auto* method = dyn_cast<CXXMemberCallExpr>(call);
        method && method->getNumArgs() == 0 && isGpucCall(method->getMethodDecl(), "view"))
      return pathOf(method->getImplicitObjectArgument(), budget - 1);
  }
  return {};
}

std::string textOf(Session& session, const Expr& expression) {
  CharSourceRange range =
      CharSourceRange::getTokenRange(session.sources().getExpansionRange(expression.getSourceRange()).getAsRange());
  return Lexer::getSourceText(range, session.sources(), session.ci->getLangOpts()).str();
}

// The kernel that a call launches, found through the generated launcher: its last parameters are the kernel's.
const FunctionDecl* launchedKernel(Session& session, const CXXMemberCallExpr& call) {
  const CXXMethodDecl* method = call.getMethodDecl();
  if (!method || !session.isGenerated(method->getLocation()) || !method->getDeclName().isIdentifier()) return nullptr;
  const auto* space = dyn_cast<NamespaceDecl>(method->getParent()->getDeclContext());
  if (!space) return nullptr;
  llvm::StringRef name = method->getName();
  name.consume_back("_unchecked");
  for (const auto& [function, attributes] : session.kernels)
    if (function->getDeclContext()->getRedeclContext()->Equals(space) && function->getDeclName().isIdentifier() &&
        function->getName() == name)
      return function;
  return nullptr;
}

class LaunchVisitor : public DynamicRecursiveASTVisitor {
 public:
  explicit LaunchVisitor(Session& session) : session(session) {
    ShouldVisitLambdaBody = true;
    ShouldVisitImplicitCode = false;
  }

  bool VisitCXXMemberCallExpr(CXXMemberCallExpr* call) override {
    const FunctionDecl* kernel = launchedKernel(session, *call);
    if (!kernel || call->getNumArgs() < kernel->getNumParams()) return true;
    unsigned first = call->getNumArgs() - kernel->getNumParams();
    if (first != 2) return true;  // prepare_NAME takes no buffers to write
    for (unsigned out = 0; out < kernel->getNumParams(); ++out)
      if (classifyParameter(session.context(), kernel->getParamDecl(out)->getType()).exclusive)
        checkOutput(*call, *kernel, first, out);
    return true;
  }

 private:
  void checkOutput(const CXXMemberCallExpr& call, const FunctionDecl& kernel, unsigned first, unsigned out) {
    BufferPath output = pathOf(call.getArg(first + out));
    if (!output.root) return;
    for (unsigned other = 0; other < kernel.getNumParams(); ++other) {
      if (other == out || !(pathOf(call.getArg(first + other)) == output)) continue;
      // Two outputs meet once, not twice.
      if (other < out && classifyParameter(session.context(), kernel.getParamDecl(other)->getType()).exclusive)
        continue;
      const Expr& shared = *call.getArg(first + other);
      reportCode(session.ci->getDiagnostics(), shared.getBeginLoc(), Code::AliasedArgument,
                 "'" + textOf(session, shared) + "' is the output '" + kernel.getParamDecl(out)->getNameAsString() +
                     "' of this launch and its argument '" + kernel.getParamDecl(other)->getNameAsString() + "' too",
                 "give the output a buffer of its own");
      reportNote(session.ci->getDiagnostics(), call.getArg(first + out)->getBeginLoc(), "it is the output here");
      return;
    }
  }

  Session& session;
};

}  // namespace

void checkBorrows(Session& session, const FunctionDecl& function) {
  LaunchVisitor visitor(session);
  if (Stmt* body = function.getBody()) visitor.TraverseStmt(body);
}

}  // namespace gpuc::tool
