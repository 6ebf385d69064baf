#include "tool/frontend/describe.h"

#include "tool/frontend/contract.h"
#include "tool/frontend/kernel_rules.h"
#include "tool/frontend/parameters.h"
#include "tool/frontend/session.h"
#include "tool/frontend/tile_kernels.h"

namespace gpuc::tool {

using namespace clang;

namespace {

PrintingPolicy typePolicy(Session& session) {
  PrintingPolicy policy(session.ci->getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.Bool = true;
  return policy;
}

std::string printTemplateHead(Session& session, const FunctionTemplateDecl& declaration) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  declaration.getTemplateParameters()->print(stream, session.context(), typePolicy(session));
  return text;
}

// "T, F": the template's own parameters, named as arguments.
std::string printTemplateArguments(const FunctionTemplateDecl& declaration) {
  std::string text;
  for (const NamedDecl* parameter : *declaration.getTemplateParameters()) {
    if (!text.empty()) text += ", ";
    text += parameter->getNameAsString();
    if (parameter->isTemplateParameterPack()) text += "...";
  }
  return text;
}

std::string printParameters(Session& session, const FunctionDecl& function, const std::vector<std::string>& names) {
  std::string text;
  for (unsigned i = 0; i < function.getNumParams(); ++i) {
    if (i > 0) text += ", ";
    llvm::raw_string_ostream stream(text);
    function.getParamDecl(i)->getType().print(stream, typePolicy(session), names[i]);
  }
  return text;
}

// The user's names where there are any, so that editors show them.
std::vector<std::string> parameterNames(const FunctionDecl& function) {
  std::vector<std::string> names;
  for (const ParmVarDecl* parameter : function.parameters()) {
    std::string name = parameter->getNameAsString();
    names.push_back(name.empty() ? "argument_" + std::to_string(names.size()) : name);
  }
  return names;
}

LauncherKernel describeKernel(Session& session, const FunctionDecl& function, const FunctionTemplateDecl* declaration) {
  const KernelAttributes& attributes = *session.attributesOf(&function);
  LauncherKernel kernel;
  kernel.name = function.getNameAsString();
  kernel.parameterNames = parameterNames(function);
  kernel.isTemplate = declaration != nullptr;
  if (declaration) {
    kernel.templateHead = printTemplateHead(session, *declaration);
    kernel.templateArguments = printTemplateArguments(*declaration);
    kernel.parameters = printParameters(session, function, kernel.parameterNames);
  }
  kernel.tile = attributes.tile;
  if (kernel.tile) kernel.parameters = printTileParameters(function, kernel.parameterNames, typePolicy(session));
  kernel.domain = declaredDomain(session, attributes);
  for (const ParmVarDecl* parameter : function.parameters()) {
    QualType type = parameter->getType();
    // What is still dependent is looked at again when the kernel is instantiated.
    if (!type->isDependentType() && classifyParameter(session.context(), type).unchecked) kernel.checked = false;
  }
  return kernel;
}

void describeDecls(Session& session, const DeclContext& context, LauncherModule& module) {
  for (const Decl* decl : context.decls()) {
    if (const auto* linkage = dyn_cast<LinkageSpecDecl>(decl)) {
      describeDecls(session, *linkage, module);
      continue;
    }
    const auto* declaration = dyn_cast<FunctionTemplateDecl>(decl);
    const FunctionDecl* function = declaration ? declaration->getTemplatedDecl() : dyn_cast<FunctionDecl>(decl);
    if (!function || session.kernelDecl(function) != function) continue;
    if (!checkKernel(session, *function, declaration, module)) continue;
    session.launchable.insert(function);
    module.kernels.push_back(describeKernel(session, *function, declaration));
  }
}

}  // namespace

LauncherModule describeModule(Session& session, const NamespaceDecl& space) {
  LauncherModule module;
  module.name = space.getNameAsString();
  module.tag = session.tag;
  for (const DeclContext* outer = space.getParent(); outer && !outer->isTranslationUnit(); outer = outer->getParent())
    if (const auto* enclosing = dyn_cast<NamespaceDecl>(outer))
      module.enclosing.insert(module.enclosing.begin(), enclosing->getNameAsString());
  checkGeneratedNames(session, space);
  mergeRedeclarations(session);
  describeDecls(session, space, module);
  return module;
}

}  // namespace gpuc::tool
