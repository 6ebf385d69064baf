#include "tool/frontend/unchecked_launch.h"

#include "tool/base/text.h"
#include "tool/frontend/parameters.h"
#include "tool/frontend/session.h"

#include "clang/Basic/DiagnosticSema.h"

namespace gpuc::tool {

using namespace clang;

namespace {

// The kernel that a member of a module's generated class would launch or prepare.
const FunctionDecl* kernelOf(const Session& session, const DeclContext& members, llvm::StringRef member) {
  const auto* record = dyn_cast<CXXRecordDecl>(&members);
  if (!record || !session.isGenerated(record->getLocation())) return nullptr;
  const DeclContext* space = record->getDeclContext()->getRedeclContext();
  for (llvm::StringRef name : {member, member.starts_with("prepare_") ? member.drop_front(8) : member})
    for (const FunctionDecl* kernel : session.launchable)
      if (kernel->getDeclContext()->getRedeclContext()->Equals(space) && kernel->getName() == name) return kernel;
  return nullptr;
}

std::string whyUnchecked(const Session& session, const FunctionDecl& kernel) {
  for (const ParmVarDecl* parameter : kernel.parameters()) {
    if (parameter->getType()->isDependentType()) continue;
    ParameterClass found = classifyParameter(session.context(), parameter->getType());
    if (!found.unchecked) continue;
    if (found.pointer.rfind("a shared view", 0) == 0)
      return strCat("parameter '", parameter->getNameAsString(), "' is ", found.pointer);
    return strCat("parameter '", parameter->getNameAsString(), "' holds a pointer",
                  found.pointer.empty() ? "" : strCat(" in ", found.pointer));
  }
  return "it has no launch_contract";
}

}  // namespace

bool explainUncheckedLaunch(const Session& session, const clang::Diagnostic& info, Diagnostic& diagnostic) {
  if (info.getID() != diag::err_no_member || info.getNumArgs() < 2 ||
      info.getArgKind(0) != DiagnosticsEngine::ak_declarationname ||
      info.getArgKind(1) != DiagnosticsEngine::ak_declcontext)
    return false;
  DeclarationName name = DeclarationName::getFromOpaqueInteger(info.getRawArg(0));
  const auto* members = reinterpret_cast<const DeclContext*>(info.getRawArg(1));
  if (!name.isIdentifier() || !members) return false;
  const FunctionDecl* kernel = kernelOf(session, *members, name.getAsIdentifierInfo()->getName());
  if (!kernel) return false;
  std::string why = whyUnchecked(session, *kernel);
  bool noContract = session.attributesOf(kernel)->contract == nullptr;
  diagnostic.code = static_cast<int>(Code::UncheckedKernel);
  diagnostic.message = strCat("kernel '", kernel->getNameAsString(), "' has no checked launch: ", why);
  diagnostic.help = strCat(noContract ? "give it [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]"
                                      : "take a gpuc::slice<const T>, gpuc::disjoint_slice<T> or gpuc::atomic_slice<T>",
                           ", or launch it with ", kernel->getNameAsString(), "_unchecked(stream, config, ...)");
  return true;
}

}  // namespace gpuc::tool
