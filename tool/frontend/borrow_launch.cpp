#include "tool/frontend/borrow_flow.h"
#include "tool/frontend/parameters.h"
#include "tool/frontend/session.h"

namespace gpuc::tool::borrow {

using namespace clang;

namespace {

// The kernel that a call launches, found through the generated launcher: its last parameters are the kernel's.
const FunctionDecl* launchedKernel(const Session& session, const CXXMemberCallExpr& call) {
  const CXXMethodDecl* method = call.getMethodDecl();
  if (!method || !session.isGenerated(method->getLocation()) || nameOf(method).empty()) return nullptr;
  const DeclContext* space = method->getParent()->getDeclContext()->getRedeclContext();
  llvm::StringRef name = nameOf(method);
  name.consume_back("_unchecked");
  for (const auto& [kernel, attributes] : session.kernels)
    if (kernel->getDeclContext()->getRedeclContext()->Equals(space) && nameOf(kernel) == name) return kernel;
  return nullptr;
}

// The name of the view template that a parameter of a kernel or of its launcher has; dependent ones too.
llvm::StringRef viewName(QualType type) {
  type = type.getNonReferenceType();
  if (const auto* record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl())) {
    if (kindOf(type) == Kind::Argument)
      return record->getTemplateArgs()[0].getAsTemplate().getAsTemplateDecl()->getName();
    return record->getName();
  }
  if (const auto* written = type->getAs<TemplateSpecializationType>())
    if (const TemplateDecl* view = written->getTemplateName().getAsTemplateDecl()) return view->getName();
  return {};
}

bool isExclusive(QualType type) {
  llvm::StringRef name = viewName(type);
  return name == "disjoint_slice" || name == "disjoint_matrix" || name == "atomic_slice";
}

struct Given {
  const Expr* expression;
  bool buffer;
  Places objects, written;
  Loans loans;
};

bool certain(const Places& places) { return places.size() == 1; }

bool aliases(const Given& one, const Given& other) {
  // The same name is the same object, whatever it means here.
  if (certain(one.written) && one.written == other.written) return true;
  // Two buffers never share memory; where each may be one of several, which is which is not known.
  if (one.buffer && other.buffer) return certain(one.objects) && one.objects == other.objects;
  return llvm::all_of(one.loans, [&](const Loan& loan) {
    return llvm::all_of(other.loans, [&](const Loan& second) { return overlap(loan, second); });
  });
}

}  // namespace

bool Flow::launch(const CXXMemberCallExpr& call, State& state) {
  const FunctionDecl* kernel = launchedKernel(session, call);
  // prepare_NAME has another name; a launch takes a stream and a token or shape before the kernel's own arguments.
  constexpr unsigned before = 2;
  if (!kernel || call.getNumArgs() != kernel->getNumParams() + before) return false;
  Facts facts(session.context(), state), literal(session.context(), state, /*literally=*/true);
  const CXXMethodDecl& launcher = *call.getMethodDecl();

  std::vector<std::optional<Given>> arguments;
  bool used = use(*call.getArg(0), state);
  for (unsigned i = 0; i < kernel->getNumParams(); ++i) {
    const Expr* argument = strip(call.getArg(before + i));
    while (const auto* conversion = dyn_cast<CXXConstructExpr>(argument)) {
      if (conversion->getNumArgs() == 0) break;
      argument = strip(conversion->getArg(0));
    }
    arguments.emplace_back();
    Kind kind = kindOf(argument->getType());
    if (kind != Kind::Buffer && kind != Kind::View) continue;
    used |= use(*argument, state);
    arguments.back() = Given{argument, kind == Kind::Buffer, facts.objectsOf(argument), literal.objectsOf(argument),
                             facts.loansOf(argument)};
  }
  if (used) return true;

  auto exclusive = [&](unsigned i) {
    return arguments[i] && (isExclusive(kernel->getParamDecl(i)->getType()) ||
                            isExclusive(launcher.getParamDecl(before + i)->getType()));
  };
  for (unsigned out = 0; out < kernel->getNumParams(); ++out) {
    if (!exclusive(out)) continue;
    for (unsigned other = 0; other < kernel->getNumParams(); ++other) {
      // Two outputs meet once, not twice.
      if (other == out || !arguments[other] || (other < out && exclusive(other))) continue;
      if (!aliases(*arguments[out], *arguments[other])) continue;
      reports.aliased(*arguments[other]->expression, kernel->getParamDecl(other)->getName(),
                      *arguments[out]->expression, kernel->getParamDecl(out)->getName());
      break;
    }
  }
  return true;
}

}  // namespace gpuc::tool::borrow
