#include "tool/frontend/entries.h"

#include "tool/base/hash.h"
#include "tool/base/text.h"
#include "tool/frontend/contract.h"
#include "tool/frontend/index_use.h"
#include "tool/frontend/kernel_rules.h"
#include "tool/frontend/parameters.h"
#include "tool/frontend/requirements.h"
#include "tool/frontend/session.h"
#include "tool/frontend/tile_kernels.h"
#include "tool/frontend/unchecked_launch.h"

#include <algorithm>
#include <cctype>

namespace gpuc::tool {

using namespace clang;

namespace {

// The one declaration of `name` in `context`, which may be several blocks of a namespace.
template <class T>
T* lookupOne(const DeclContext* context, ASTContext& ast, llvm::StringRef name) {
  for (NamedDecl* found : context->lookup(&ast.Idents.get(name)))
    if (auto* decl = dyn_cast<T>(found)) return decl;
  return nullptr;
}

ClassTemplateDecl* libraryTemplate(ASTContext& ast, llvm::StringRef name) {
  auto* gpuc = lookupOne<NamespaceDecl>(ast.getTranslationUnitDecl(), ast, "gpuc");
  auto* abi = gpuc ? lookupOne<NamespaceDecl>(gpuc, ast, "abi") : nullptr;
  return abi ? lookupOne<ClassTemplateDecl>(abi, ast, name) : nullptr;
}

// ASCII letters, digits and '_' only: llc aborts on others. The hash keeps instantiations apart.
std::string symbolName(const Session& session, const FunctionDecl& function, const std::string& mangled) {
  std::string symbol;
  for (char c : function.getNameAsString())
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') symbol += c;
  Hasher hasher;
  hasher.add(mangled);
  if (!function.isExternallyVisible()) hasher.add(session.request.unit);
  return symbol + "_" + hashText(hasher.digest());
}

std::string qualifiedName(const FunctionDecl& function, const Session& session) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  PrintingPolicy policy(session.ci->getLangOpts());
  policy.SuppressTagKeyword = true;
  function.getNameForDiagnostic(stream, policy, /*Qualified=*/true);
  // Closures are told apart by their place.
  std::string root = session.request.directory + "/";
  for (std::size_t at; (at = text.find(root)) != std::string::npos;) text.erase(at, root.size());
  return text;
}

ParsedKernel describe(Session& session, const ClassTemplateSpecializationDecl& entry, const FunctionDecl& function) {
  ASTContext& ast = session.context();
  ParsedKernel parsed;
  parsed.function = &function;
  for (const Decl* decl : entry.decls()) {
    if (const auto* method = dyn_cast<CXXMethodDecl>(decl);
        method && method->getDeclName().isIdentifier() && method->getName() == "run")
      parsed.run = method->getCanonicalDecl();
    if (const auto* variable = dyn_cast<VarDecl>(decl); variable && variable->getName() == "descriptor")
      parsed.descriptor = variable->getCanonicalDecl();
  }
  Kernel& kernel = parsed.kernel;
  kernel.name = function.getNameAsString();
  kernel.qualified = qualifiedName(function, session);
  kernel.place = placeOf(session, function.getLocation());
  const KernelAttributes& attributes = *session.attributesOf(&function);
  kernel.tile = attributes.tile;
  kernel.contract = kernel.tile ? tileContract(function) : evaluateContract(session, function);
  kernel.noChecks = attributes.noChecks.isValid();
  for (const ParmVarDecl* parameter : function.parameters()) {
    kernel.checked &= !classifyParameter(ast, parameter->getType()).unchecked;
    kernel.parameters.push_back(
        describeParameter(ast, parameter->getType().getUnqualifiedType(), parameter->getNameAsString()));
  }
  kernel.requirements = collectRequirements(session, function);
  return parsed;
}

}  // namespace

bool hasLibrary(Session& session) { return libraryTemplate(session.context(), "kernel_handle") != nullptr; }

std::vector<ParsedKernel> collectKernels(Session& session) {
  std::vector<ParsedKernel> kernels;
  ClassTemplateDecl* entries = libraryTemplate(session.context(), "entry");
  if (!entries) return kernels;
  std::set<const FunctionDecl*> seen;
  for (const ClassTemplateSpecializationDecl* entry : entries->specializations()) {
    if (!entry->hasDefinition() || entry->getTemplateArgs()[0].getKind() != TemplateArgument::Declaration) continue;
    const auto* function = dyn_cast<FunctionDecl>(entry->getTemplateArgs()[0].getAsDecl());
    const FunctionDecl* attributed = function ? session.kernelDecl(function) : nullptr;
    if (!attributed || !session.launchable.contains(attributed)) continue;
    const FunctionDecl* definition = function->getDefinition();
    if (!definition) definition = function;
    ParsedKernel parsed =
        describe(session, *cast<ClassTemplateSpecializationDecl>(entry->getDefinition()), *definition);
    if (!parsed.run || !parsed.descriptor || !seen.insert(function->getCanonicalDecl()).second) continue;
    if (function->isTemplateInstantiation() && !checkInstantiation(session, *definition)) continue;
    if (function->isTemplateInstantiation() && !parsed.kernel.checked &&
        !checkPreparedInstantiation(session, *definition))
      continue;
    checkIndexUse(session, *definition, parsed.kernel.contract.domain);
    kernels.push_back(std::move(parsed));
  }
  return kernels;
}

std::string symbolOf(CodeGenerator& generator, const Decl& decl) {
  if (const auto* function = dyn_cast<FunctionDecl>(&decl)) return generator.GetMangledName(GlobalDecl(function)).str();
  return generator.GetMangledName(GlobalDecl(cast<VarDecl>(&decl))).str();
}

std::vector<Kernel> nameKernels(const Session& session, std::vector<ParsedKernel> parsed, CodeGenerator& generator) {
  std::vector<Kernel> kernels;
  for (ParsedKernel& entry : parsed) {
    Kernel& kernel = entry.kernel;
    kernel.function = symbolOf(generator, *entry.function);
    kernel.run = symbolOf(generator, *entry.run);
    kernel.descriptor = symbolOf(generator, *entry.descriptor);
    kernel.symbol = symbolName(session, *entry.function, kernel.function);
    // A launcher of a template that nothing calls makes no code.
    const llvm::Function* run = generator.GetModule()->getFunction(kernel.run);
    if (run && !run->isDeclaration()) kernels.push_back(std::move(kernel));
  }
  // Specialisations are kept in a hash table; what the user sees must not depend on it.
  std::sort(kernels.begin(), kernels.end(), [](const Kernel& a, const Kernel& b) {
    return std::tie(a.place.file, a.place.line, a.qualified, a.symbol) <
           std::tie(b.place.file, b.place.line, b.qualified, b.symbol);
  });
  return kernels;
}

}  // namespace gpuc::tool
