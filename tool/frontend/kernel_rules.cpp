#include "tool/frontend/kernel_rules.h"

#include "tool/base/text.h"
#include "tool/frontend/contract.h"
#include "tool/frontend/parameters.h"
#include "tool/frontend/session.h"
#include "tool/frontend/template_contract.h"

namespace gpuc::tool {

using namespace clang;

namespace {

bool refuse(Session& session, SourceLocation place, Code code, const std::string& message, const std::string& help) {
  reportCode(session.ci->getDiagnostics(), place, code, message, help);
  return false;
}

std::string parameterText(const ParmVarDecl& parameter) {
  return parameter.getName().empty() ? "parameter " + std::to_string(parameter.getFunctionScopeIndex() + 1)
                                     : "parameter '" + parameter.getNameAsString() + "'";
}

// Why a class is not trivially copyable, in the user's words.
std::string whyNotCopyable(const CXXRecordDecl& record) {
  if (record.isPolymorphic()) return "has virtual functions";
  if (record.hasNonTrivialCopyConstructor() || record.hasUserDeclaredCopyConstructor())
    return "has a copy constructor of its own";
  if (record.hasNonTrivialDestructor()) return "has a destructor of its own";
  for (const FieldDecl* field : record.fields())
    if (const CXXRecordDecl* inner = field->getType()->getAsCXXRecordDecl();
        inner && inner->hasDefinition() && !inner->isTriviallyCopyable())
      return "has the member '" + field->getNameAsString() + "', which is not";
  return "is not copied byte by byte";
}

bool checkParameter(Session& session, const FunctionDecl& function, const ParmVarDecl& parameter,
                    SourceLocation place) {
  QualType type = parameter.getType();
  std::string kernel = "kernel '" + function.getNameAsString() + "': " + parameterText(parameter);
  if (type->isReferenceType())
    return refuse(session, place, Code::KernelParameterReference,
                  kernel + " is a reference, and the host's objects are not on the device",
                  "take it by value, or take a gpuc::slice");
  if (type->isDependentType()) return true;
  if (const CXXRecordDecl* record = type->getAsCXXRecordDecl()) {
    if (!record->hasDefinition()) return true;  // Clang has said so
    if (record->isPolymorphic() || !type.isTriviallyCopyableType(session.context()))
      return refuse(session, place, Code::KernelParameterCopy,
                    kernel + ": '" + type.getAsString(session.context().getPrintingPolicy()) + "' " +
                        whyNotCopyable(*record->getDefinition()) + ", so its bytes cannot be sent to the device",
                    "pass a trivially copyable type");
  }
  return true;
}

// A witness of one dimension says nothing in a domain of another.
bool checkDomain(Session& session, const FunctionDecl& function, unsigned domain, SourceLocation place) {
  if (domain == 0) return true;
  for (const ParmVarDecl* parameter : function.parameters()) {
    if (parameter->getType()->isDependentType()) continue;
    abi::parameter_kind kind = classifyParameter(session.context(), parameter->getType()).kind;
    unsigned needed = kind == abi::parameter_kind::disjoint_slice    ? 1
                      : kind == abi::parameter_kind::disjoint_matrix ? 2
                                                                     : domain;
    if (needed == domain) continue;
    return refuse(session, place, Code::ContractDomain,
                  strCat("kernel '", function.getNameAsString(), "': ", parameterText(*parameter), " is owned by ",
                         needed, "-dimensional indices, but the contract's domain is ", domain),
                  strCat("write .domain = ", needed, ", or take a gpuc::disjoint_", domain == 1 ? "slice" : "matrix"));
  }
  return true;
}

bool checkForm(Session& session, const FunctionDecl& function, const FunctionTemplateDecl* declaration) {
  std::string kernel = "kernel '" + function.getNameAsString() + "'";
  if (function.isVariadic())
    return refuse(session, function.getLocation(), Code::KernelForm, kernel + " takes variable arguments",
                  "name every parameter");
  if (function.getType()->castAs<FunctionType>()->getCallConv() != CC_C)
    return refuse(session, function.getLocation(), Code::KernelForm, kernel + " has a calling convention of its own",
                  "remove the attribute that gives it one");
  if (function.isNoReturn())
    return refuse(session, function.getLocation(), Code::KernelForm,
                  kernel + " says that it never returns, but every thread has to", "remove [[noreturn]]");
  if (function.isConsteval() || function.isMain())
    return refuse(session, function.getLocation(), Code::KernelForm, kernel + " cannot be a GPU entry point",
                  "make it an ordinary function");
  if (declaration) {
    for (const NamedDecl* parameter : *declaration->getTemplateParameters())
      if (parameter->isImplicit() || parameter->getName().empty())
        return refuse(session, function.getLocation(), Code::KernelForm,
                      kernel + " has a template parameter without a name",
                      "write template <class T> and name each parameter's type");
    for (const ParmVarDecl* parameter : function.parameters())
      if (parameter->isParameterPack())
        return refuse(session, function.getLocation(), Code::UnsupportedKernel,
                      kernel + " takes a parameter pack, which is not supported yet", "name every parameter");
  }
  return true;
}

}  // namespace

bool checkKernel(Session& session, const FunctionDecl& function, const FunctionTemplateDecl* declaration,
                 const LauncherModule& module) {
  std::string name = function.getNameAsString();
  for (const LauncherKernel& other : module.kernels)
    if (other.name == name)
      return refuse(session, function.getLocation(), Code::KernelOverload,
                    "module '" + module.name + "' has a kernel '" + name + "' already",
                    "give each kernel a name of its own");
  if (!function.getReturnType()->isVoidType())
    return refuse(session, function.getLocation(), Code::KernelReturn,
                  "kernel '" + name + "' returns '" +
                      function.getReturnType().getAsString(session.context().getPrintingPolicy()) +
                      "', and nobody could receive it",
                  "return void and write results to a gpuc::disjoint_slice");
  if (!checkForm(session, function, declaration)) return false;
  for (const ParmVarDecl* parameter : function.parameters())
    if (!checkParameter(session, function, *parameter, function.getLocation())) return false;
  const KernelAttributes& attributes = *session.attributesOf(&function);
  // What depends on template parameters is judged with each instantiation.
  if (!dependsOnTemplate(attributes) && !checkContract(session, function)) return false;
  unsigned domain = declaredDomain(session, attributes);
  return domain == kAnyDomain || checkDomain(session, function, domain, function.getLocation());
}

bool checkInstantiation(Session& session, const FunctionDecl& function) {
  for (const ParmVarDecl* parameter : function.parameters())
    if (!checkParameter(session, function, *parameter, function.getLocation())) return false;
  SourceLocation place;
  if (dependsOnTemplate(*session.attributesOf(&function))) {
    if (!checkContract(session, function)) return false;
    place = placeOfLaunch(session, function);
  }
  return checkDomain(session, function, evaluateContract(session, function).domain,
                     place.isValid() ? place : function.getLocation());
}

void checkGeneratedNames(Session& session, const NamespaceDecl& space) {
  ASTContext& ast = session.context();
  for (const char* name : {"load", "module_type"})
    for (const NamedDecl* decl : space.lookup(&ast.Idents.get(name))) {
      const FunctionDecl* function = decl->getAsFunction();
      // Another overload of load is the user's own business.
      if (function && !session.kernelDecl(function) && function->getName() == "load" &&
          (function->getNumParams() != 1 ||
           function->getParamDecl(0)->getType().getNonReferenceType().getUnqualifiedType().getAsString() !=
               "gpuc::context"))
        continue;
      refuse(session, decl->getLocation(), Code::KernelOverload,
             strCat("nothing in module '", space.getNameAsString(), "' can be named '", name,
                    "': what gpuc makes for the module has that name"),
             "choose another name");
    }
}

void mergeRedeclarations(Session& session) {
  for (auto it = session.kernels.begin(); it != session.kernels.end();) {
    const auto& [function, later] = *it;
    const FunctionDecl* first = session.kernelDecl(function);
    if (first == function) {
      ++it;
      continue;
    }
    KernelAttributes& merged = session.kernels[first];
    bool known = session.launchable.contains(first);  // the launchers have been made
    auto repeats = [&](SourceLocation place, const char* what) {
      refuse(session, place, Code::ContractConstant,
             strCat("kernel '", function->getNameAsString(), "' was declared before, ",
                    known ? "without this " : "with a ", what, known ? "" : " of its own"),
             strCat("write the ", what, " once, on the kernel's first declaration"));
    };
    if (merged.kernel.isInvalid()) merged.kernel = later.kernel;
    if (later.contract && (known || merged.contract))
      repeats(later.contractPlace, "contract");
    else if (later.contract)
      merged.contract = later.contract, merged.contractPlace = later.contractPlace;
    if (later.maxThreads && (known || merged.maxThreads))
      repeats(later.boundsPlace, "launch_bounds");
    else if (later.maxThreads)
      merged.maxThreads = later.maxThreads, merged.minBlocks = later.minBlocks, merged.boundsPlace = later.boundsPlace;
    auto add = [&](SourceLocation& into, SourceLocation place, const char* what) {
      if (place.isInvalid()) return;
      if (known)
        repeats(place, what);
      else
        into = place;
    };
    add(merged.cooperative, later.cooperative, "[[gpuc::cooperative]]");
    add(merged.noChecks, later.noChecks, "[[gpuc::no_kernel_checks]]");
    it = session.kernels.erase(it);
  }
}

// Of the attributes beside [[kernel]], one that was given.
static SourceLocation firstPlace(const KernelAttributes& attributes) {
  SourceLocation given;
  for (SourceLocation place :
       {attributes.noChecks, attributes.cooperative, attributes.boundsPlace, attributes.contractPlace})
    if (place.isValid()) given = place;
  return given;
}

void checkStrayKernels(Session& session) {
  mergeRedeclarations(session);
  for (const auto& [function, attributes] : session.kernels) {
    const auto* space = dyn_cast<NamespaceDecl>(function->getDeclContext()->getRedeclContext());
    bool inModule = space && (space->hasAttr<AnnotateAttr>() || session.refused.contains(space));
    if (attributes.kernel.isInvalid())
      reportCode(session.ci->getDiagnostics(), firstPlace(attributes), Code::AttributePlace,
                 "'" + function->getNameAsString() + "' is not a kernel, so this has no effect", "add [[kernel]]");
    else if (!inModule)
      reportCode(session.ci->getDiagnostics(), function->getLocation(), Code::KernelForm,
                 "kernel '" + function->getNameAsString() + "' is not in a module, so nothing could launch it",
                 "put it directly into a namespace [[gpuc::module]] ... { }");
  }
}

}  // namespace gpuc::tool
