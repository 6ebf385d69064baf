#include "tool/frontend/unchecked_launch.h"

#include "tool/base/text.h"
#include "tool/frontend/parameters.h"
#include "tool/frontend/session.h"
#include "tool/frontend/template_contract.h"

#include "clang/Basic/DiagnosticSema.h"

namespace gpuc::tool {

using namespace clang;

namespace {

// The kernel that a member of a module's generated class would launch or prepare: "f", "prepare_f", "f_unchecked".
const FunctionDecl* kernelOf(const Session& session, const DeclContext& members, llvm::StringRef member) {
  const auto* record = dyn_cast<CXXRecordDecl>(&members);
  if (!record || !session.isGenerated(record->getLocation())) return nullptr;
  const DeclContext* space = record->getDeclContext()->getRedeclContext();
  llvm::StringRef prepared = member, raw = member;
  prepared.consume_front("prepare_"), raw.consume_back("_unchecked");
  for (llvm::StringRef name : {member, prepared, raw})
    for (const auto& [kernel, attributes] : session.kernels)
      if (kernel->getDeclContext()->getRedeclContext()->Equals(space) && kernel->getName() == name) return kernel;
  return nullptr;
}

// The same for a diagnostic "no member named ...".
const FunctionDecl* missingLaunch(const Session& session, const clang::Diagnostic& info) {
  if (info.getID() != diag::err_no_member || info.getNumArgs() < 2 ||
      info.getArgKind(0) != DiagnosticsEngine::ak_declarationname ||
      info.getArgKind(1) != DiagnosticsEngine::ak_declcontext)
    return nullptr;
  DeclarationName name = DeclarationName::getFromOpaqueInteger(info.getRawArg(0));
  const auto* members = reinterpret_cast<const DeclContext*>(info.getRawArg(1));
  if (!name.isIdentifier() || !members) return nullptr;
  return kernelOf(session, *members, name.getAsIdentifierInfo()->getName());
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

constexpr const char* kViews = "take a gpuc::slice<const T>, gpuc::disjoint_slice<T> or gpuc::atomic_slice<T>";

}  // namespace

bool checkPreparedInstantiation(Session& session, const FunctionDecl& function) {
  for (const ParmVarDecl* parameter : function.parameters()) {
    ParameterClass found = classifyParameter(session.context(), parameter->getType());
    if (!found.unchecked) continue;
    SourceLocation place = placeOfPrepare(session, function);
    if (place.isInvalid()) return true;  // launched without checks, as it should be
    bool capture = found.pointer.find("capture") != std::string::npos;
    std::string name = function.getNameAsString();
    reportCode(
        session.ci->getDiagnostics(), place, Code::UncheckedKernel,
        strCat("kernel '", name, "' has no checked launch with these arguments: ", whyUnchecked(session, function)),
        strCat(capture ? "capture values, and give the kernel a view for what they point to" : kViews,
               ", or launch it with ", name, "_unchecked(stream, config, ...)"));
    return false;
  }
  return true;
}

bool launchesRefusedKernel(const Session& session, const clang::Diagnostic& info) {
  const FunctionDecl* kernel = missingLaunch(session, info);
  if (!kernel) return false;
  const KernelAttributes& attributes = *session.attributesOf(kernel);
  bool wrongContract = !attributes.contract && attributes.contractPlace.isValid();
  return wrongContract || !session.launchable.contains(kernel);
}

bool explainUncheckedLaunch(const Session& session, const clang::Diagnostic& info, Diagnostic& diagnostic) {
  const FunctionDecl* kernel = missingLaunch(session, info);
  if (!kernel || !session.launchable.contains(kernel)) return false;
  std::string why = whyUnchecked(session, *kernel);
  bool noContract = session.attributesOf(kernel)->contract == nullptr;
  diagnostic.code = static_cast<int>(Code::UncheckedKernel);
  diagnostic.message = strCat("kernel '", kernel->getNameAsString(), "' has no checked launch: ", why);
  diagnostic.help = strCat(noContract ? "give it [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]" : kViews,
                           ", or launch it with ", kernel->getNameAsString(), "_unchecked(stream, config, ...)");
  return true;
}

}  // namespace gpuc::tool
