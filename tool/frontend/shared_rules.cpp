#include "tool/frontend/shared_rules.h"

#include "tool/base/text.h"
#include "tool/frontend/attributes.h"
#include "tool/frontend/session.h"

namespace gpuc::tool {

using namespace clang;

namespace {

constexpr const char* kWritten = "it has an initialiser";

// What would have to run before the first use; empty: nothing.
std::string whatRuns(const VarDecl& variable) {
  QualType type = variable.getType();
  if (type.isDestructedType()) return strCat("its type '", type.getAsString(), "' has a destructor");
  const Expr* start = variable.getInit();
  if (!start) return {};
  if (const auto* cleanups = dyn_cast<ExprWithCleanups>(start)) start = cleanups->getSubExpr();
  const auto* constructed = dyn_cast<CXXConstructExpr>(start);
  bool implied = constructed && constructed->getNumArgs() == 0 && constructed->getParenOrBraceRange().isInvalid();
  if (!implied) return kWritten;
  if (constructed->getConstructor()->isTrivial()) return {};
  return strCat("its type '", type.getAsString(), "' has a constructor");
}

}  // namespace

void checkShared(Session& session, const VarDecl& variable) {
  const auto* section = variable.getAttr<SectionAttr>();
  if (!section || section->getName() != kSharedSection || variable.getDeclContext()->isDependentContext()) return;
  std::string runs = whatRuns(variable);
  if (runs.empty()) return;
  reportCode(session.ci->getDiagnostics(), variable.getLocation(), Code::SharedInitialiser,
             strCat("shared variable '", variable.getNameAsString(), "': ", runs,
                    ", and shared memory starts with no particular contents"),
             strCat(runs == kWritten ? "declare it without" : "share a type without constructors and destructor",
                    ", let one thread assign it, then gpuc::block::sync()"));
}

}  // namespace gpuc::tool
