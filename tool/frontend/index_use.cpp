#include "tool/frontend/index_use.h"

#include "tool/base/text.h"
#include "tool/frontend/session.h"

namespace gpuc::tool {

using namespace clang;

namespace {

// The dimensions of the index that a function of gpuc::thread returns; 0 for any other function.
unsigned indexOf(const FunctionDecl& function) {
  const auto* space = dyn_cast<NamespaceDecl>(function.getDeclContext());
  if (!space || space->getName() != "thread" || !function.getDeclName().isIdentifier()) return 0;
  const auto* outer = dyn_cast<NamespaceDecl>(space->getDeclContext());
  if (!outer || outer->getName() != "gpuc") return 0;
  llvm::StringRef name = function.getName();
  return name == "index_1d" ? 1 : name == "index_2d" ? 2 : name == "index_3d" ? 3 : 0;
}

// The calls of one kernel, through the functions of the user's that it calls.
class IndexUse : public DynamicRecursiveASTVisitor {
 public:
  IndexUse(Session& session, const FunctionDecl& kernel, unsigned domain)
      : session(session), kernel(kernel), domain(domain) {}

  void visit(const FunctionDecl& function) {
    const FunctionDecl* definition = function.getDefinition();
    if (!definition || !definition->getBody() || !visited.insert(definition).second ||
        session.sources().isInSystemHeader(definition->getLocation()))
      return;
    TraverseStmt(definition->getBody());
  }

  bool VisitCallExpr(CallExpr* call) override {
    const FunctionDecl* callee = call->getDirectCallee();
    if (!callee) return true;
    if (unsigned used = indexOf(*callee); used != 0 && used != domain) refuse(*call, used);
    pending.push_back(callee);
    return true;
  }

  void run() {
    visit(kernel);
    while (!pending.empty()) visit(*pending.pop_back_val());
  }

 private:
  void refuse(const CallExpr& call, unsigned used) {
    // A function that several kernels call, or several instantiations, is reported once.
    if (!session.misusedIndices.insert(call.getBeginLoc()).second) return;
    reportCode(session.ci->getDiagnostics(), call.getExprLoc(), Code::ContractDomain,
               strCat("kernel '", kernel.getNameAsString(), "' asks for a ", used,
                      "-dimensional index, but its contract's domain is ", domain),
               domain == 3 ? strCat("write .domain = ", used)
                           : strCat("write .domain = ", used, ", or ask for gpuc::thread::index_", domain, "d()"));
  }

  Session& session;
  const FunctionDecl& kernel;
  unsigned domain;
  std::set<const FunctionDecl*> visited;
  llvm::SmallVector<const FunctionDecl*, 16> pending;
};

}  // namespace

void checkIndexUse(Session& session, const FunctionDecl& kernel, unsigned domain) {
  if (domain >= 1 && domain <= 3) IndexUse(session, kernel, domain).run();
}

}  // namespace gpuc::tool
