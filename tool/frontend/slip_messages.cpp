#include "tool/frontend/slip_messages.h"

#include "tool/base/text.h"
#include "tool/frontend/pch.h"
#include "tool/frontend/session.h"

#include "clang/Basic/DiagnosticSema.h"

namespace gpuc::tool {

using namespace clang;

namespace {

// The types that a diagnostic speaks of, in its order.
llvm::SmallVector<QualType, 3> typesOf(const clang::Diagnostic& info) {
  llvm::SmallVector<QualType, 3> types;
  for (unsigned i = 0; i < info.getNumArgs(); ++i)
    if (info.getArgKind(i) == DiagnosticsEngine::ak_qualtype)
      types.push_back(QualType::getFromOpaquePtr(reinterpret_cast<void*>(info.getRawArg(i))));
  return types;
}

// The name of a class of ours, "disjoint_slice"; empty for other types.
llvm::StringRef libraryClass(QualType type) {
  const CXXRecordDecl* record = type.isNull() ? nullptr : type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!record || !record->getIdentifier()) return {};
  for (const DeclContext* context = record->getDeclContext(); context; context = context->getParent())
    if (const auto* space = dyn_cast<NamespaceDecl>(context); space && space->getName() == "gpuc")
      return record->getName();
  return {};
}

bool isIndex(QualType type) {
  llvm::StringRef name = libraryClass(type);
  return name == "index_1d_t" || name == "index_2d_t";
}

// The first name that a diagnostic speaks of.
std::string nameIn(const clang::Diagnostic& info) {
  for (unsigned i = 0; i < info.getNumArgs(); ++i)
    if (info.getArgKind(i) == DiagnosticsEngine::ak_declarationname) {
      DeclarationName name = DeclarationName::getFromOpaqueInteger(info.getRawArg(i));
      if (name.isIdentifier()) return name.getAsIdentifierInfo()->getName().str();
    }
  return {};
}

bool say(Diagnostic& diagnostic, std::string message, std::string help) {
  diagnostic.message = std::move(message);
  diagnostic.help = std::move(help);
  return true;
}

// c[i] = ... on an output.
bool explainSubscript(QualType type, Diagnostic& diagnostic) {
  llvm::StringRef name = libraryClass(type);
  if (name == "disjoint_slice")
    return say(diagnostic, "an output has no c[i]: each of its elements belongs to the thread whose index it is",
               "write to this thread's own: if (auto out = c.get_if(gpuc::thread::index_1d())) *out = ...");
  if (name == "disjoint_matrix")
    return say(diagnostic,
               "an output has no c[row, column]: each of its elements belongs to the thread whose index it is",
               "write to this thread's own: if (auto out = c.get_if(gpuc::thread::index_2d())) *out = ...");
  return false;
}

// get_if(i.get()), and a value where a launch takes a view.
bool explainReference(QualType wanted, QualType given, Diagnostic& diagnostic) {
  if (isIndex(wanted) && given->isIntegerType())
    return say(diagnostic,
               strCat("an element of an output is asked for by a number, '", given.getAsString(),
                      "', and anybody can make a number"),
               strCat("pass the index itself: auto i = gpuc::thread::",
                      libraryClass(wanted) == "index_1d_t" ? "index_1d" : "index_2d", "(); c.get_if(i)"));
  return false;
}

// A copy of an index.
bool explainCopy(QualType type, Diagnostic& diagnostic) {
  if (!isIndex(type)) return false;
  return say(diagnostic, "a thread's index cannot be copied: it stands for this thread alone",
             "use it where it was made, or take its number with get()");
}

// a[i] = ... on an input.
bool explainConstElement(const clang::Diagnostic& info, Diagnostic& diagnostic) {
  for (unsigned i = 0; i < info.getNumArgs(); ++i) {
    if (info.getArgKind(i) != DiagnosticsEngine::ak_nameddecl) continue;
    const auto* function = dyn_cast_or_null<CXXMethodDecl>(reinterpret_cast<const NamedDecl*>(info.getRawArg(i)));
    if (!function) continue;
    llvm::StringRef name = function->getParent()->getName();
    if (name != "slice" && name != "matrix") continue;
    return say(diagnostic, strCat("a ", name.str(), " of const elements is an input, and cannot be written to"),
               strCat("give the kernel a gpuc::disjoint_", name.str(), "<T> for what it writes"));
  }
  return false;
}

// prepare_add(1000)
bool explainPrepare(const Session& session, const clang::Diagnostic& info, Diagnostic& diagnostic) {
  std::string name = nameIn(info);
  std::string_view kernel = name;
  if (!kernel.starts_with("prepare_")) return false;
  kernel.remove_prefix(8);
  for (const auto& [function, attributes] : session.kernels)
    if (function->getNameAsString() == kernel)
      return say(diagnostic, strCat("'", name, "' takes the shape of a launch, and this is none"),
                 strCat("say what it covers, gpuc::covering(count), or {.grid = ..., .block = ...}",
                        function->isTemplated() ? "; for a kernel template the arguments of the launch follow" : ""));
  return false;
}

// m.ad(...)
bool explainMember(const Session& session, const clang::Diagnostic& info, Diagnostic& diagnostic) {
  if (info.getNumArgs() < 2 || info.getArgKind(1) != DiagnosticsEngine::ak_declcontext) return false;
  const auto* module = dyn_cast_or_null<CXXRecordDecl>(reinterpret_cast<const DeclContext*>(info.getRawArg(1)));
  if (!module || !session.isGenerated(module->getLocation())) return false;
  std::vector<std::string> names;
  for (const CXXMethodDecl* method : module->methods())
    if (method->getIdentifier() && !method->getName().starts_with("__")) names.push_back(method->getNameAsString());
  for (const Decl* decl : module->decls())
    if (const auto* method = dyn_cast<FunctionTemplateDecl>(decl);
        method && method->getIdentifier() && !method->getName().starts_with("__"))
      names.push_back(method->getNameAsString());
  std::string help = didYouMean(nameIn(info), names);
  if (help.empty()) return false;
  return say(diagnostic, diagnostic.message, std::move(help));
}

}  // namespace

bool explainSlip(const Session& session, const clang::Diagnostic& info, Diagnostic& diagnostic) {
  llvm::SmallVector<QualType, 3> types = typesOf(info);
  switch (info.getID()) {
    case diag::err_ovl_no_oper: return !types.empty() && explainSubscript(types[0], diagnostic);
    case diag::err_reference_bind_failed: return types.size() == 2 && explainReference(types[0], types[1], diagnostic);
    case diag::err_ovl_deleted_init: return !types.empty() && explainCopy(types[0], diagnostic);
    case diag::err_typecheck_assign_const: return explainConstElement(info, diagnostic);
    case diag::err_ovl_no_viable_member_function_in_call: return explainPrepare(session, info, diagnostic);
    case diag::err_no_member: return explainMember(session, info, diagnostic);
    case diag::err_ovl_ambiguous_init:
      return !types.empty() && libraryClass(types[0]) == "covering" &&
             say(diagnostic, "gpuc::covering({...}) may mean two or three dimensions",
                 "say which: gpuc::covering(gpuc::extent_2d{columns, rows}), or extent_3d{x, y, z}");
    default: return false;
  }
}

}  // namespace gpuc::tool
