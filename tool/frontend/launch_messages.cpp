#include "tool/frontend/launch_messages.h"

#include "tool/base/text.h"

#include "clang/Basic/DiagnosticSema.h"

namespace gpuc::tool {

using namespace clang;

namespace {

// The view that `gpuc::abi::slice_argument<gpuc::slice, const float>` and its like stand for; empty for other types.
std::string viewOf(QualType type) {
  const auto* record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record) return {};
  llvm::StringRef name = record->getName();
  if ((name != "slice_argument" && name != "matrix_argument") || record->getTemplateArgs().size() != 2) return {};
  const TemplateDecl* view = record->getTemplateArgs()[0].getAsTemplate().getAsTemplateDecl();
  PrintingPolicy policy(record->getASTContext().getLangOpts());
  policy.SuppressTagKeyword = true;
  return strCat("gpuc::", view->getNameAsString(), "<", record->getTemplateArgs()[1].getAsType().getAsString(policy),
                ">");
}

// "vecadd" of gpuc::prepared<&vecadd>; empty for other types.
std::string preparedFor(QualType type) {
  const auto* record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!record || record->getName() != "prepared" || record->getTemplateArgs().size() != 1) return {};
  const TemplateArgument& kernel = record->getTemplateArgs()[0];
  return kernel.getKind() == TemplateArgument::Declaration ? kernel.getAsDecl()->getNameAsString() : std::string();
}

std::string wayOut(const std::string& view, QualType given) {
  if (view.find("const ") == view.npos && given.getNonReferenceType().isConstQualified())
    return "the kernel writes to it: pass a buffer or view that is not const";
  bool matrix = view.find("matrix<") != view.npos;
  const CXXRecordDecl* record = given.getNonReferenceType()->getAsCXXRecordDecl();
  llvm::StringRef name = record && record->getIdentifier() ? record->getName() : "";
  if (matrix && (name == "device_buffer" || name == "device_view"))
    return "say how many rows and columns it has: gpuc::as_matrix(buffer, rows, cols)";
  if (name == "vector" || name == "span" || name == "array")
    return "copy it to the device: gpuc::device_buffer<T>::from_host(stream, values)";
  return matrix ? "pass gpuc::as_matrix of a buffer with these elements" : "pass a device_buffer of these elements";
}

}  // namespace

bool rewriteLaunchArgument(const clang::Diagnostic& info, Diagnostic& diagnostic) {
  bool binds = info.getID() == diag::err_reference_bind_failed;
  if (!binds && info.getID() != diag::err_typecheck_nonviable_condition &&
      info.getID() != diag::err_typecheck_ambiguous_condition)
    return false;
  llvm::SmallVector<QualType, 2> types;
  for (unsigned i = 0; i < info.getNumArgs(); ++i)
    if (info.getArgKind(i) == DiagnosticsEngine::ak_qualtype)
      types.push_back(QualType::getFromOpaquePtr(reinterpret_cast<void*>(info.getRawArg(i))));
  if (types.size() != 2) return false;
  if (binds) std::swap(types[0], types[1]);  // the reference comes first there
  std::string prepared = preparedFor(types[0]), launched = preparedFor(types[1]);
  if (!prepared.empty() && !launched.empty()) {
    diagnostic.code = static_cast<int>(Code::LaunchArgument);
    diagnostic.message =
        strCat("this launch was prepared for the kernel '", prepared, "', and the kernel is '", launched, "'");
    diagnostic.help = strCat("pass what prepare_", launched, " returns");
    return true;
  }
  const CXXRecordDecl* wanted = types[1].getNonReferenceType()->getAsCXXRecordDecl();
  if (!prepared.empty() && wanted && wanted->getIdentifier() && wanted->getName() == "stream") {
    diagnostic.code = static_cast<int>(Code::LaunchArgument);
    diagnostic.message = strCat("a launch takes the stream first, and this is what prepare_", prepared, " returned");
    diagnostic.help = strCat(prepared, "(stream, prepared, arguments...)");
    return true;
  }
  std::string view = viewOf(types[1]);
  if (view.empty()) return false;
  diagnostic.code = static_cast<int>(Code::LaunchArgument);
  diagnostic.message = strCat("the kernel takes a ", view, " here, and this is '", types[0].getAsString(), "'");
  diagnostic.help = wayOut(view, types[0]);
  return true;
}

bool rewriteInstantiation(Diagnostic& diagnostic) {
  constexpr std::string_view pick = "'__gpuc_pick_";
  std::size_t at = diagnostic.message.find(pick);
  if (at == std::string::npos) return false;
  std::string name = diagnostic.message.substr(at + pick.size());
  name.erase(name.find('\''));
  diagnostic.code = static_cast<int>(Code::LaunchArgument);
  diagnostic.message = strCat("these arguments name no instantiation of the kernel template '", name, "'");
  diagnostic.help = strCat("prepare_", name,
                           " takes the shape and then all arguments of the launch, or template arguments: ", "prepare_",
                           name, "<...>(shape)");
  return true;
}

const FunctionDecl* launchedKernel(const Session& session, SourceLocation location) {
  std::string line = placeOf(session, location).text;
  for (const auto& [function, attributes] : session.kernels) {
    std::string name = function->getNameAsString();
    for (const std::string& launcher :
         {strCat("void ", name, "("), strCat(" prepare_", name, "("), strCat("void ", name, "_unchecked(")})
      if (line.find(launcher) != line.npos) return function;
  }
  return nullptr;
}

std::string launcherNote(const FunctionDecl& kernel, const std::string& text) {
  // A reason stays unless it names what only generated text knows.
  bool generated = text.find("__gpuc") != text.npos || text.find("A_") != text.npos || text.find("K_") != text.npos;
  if (!generated && text.starts_with("candidate")) return text;
  unsigned count = kernel.getNumParams();
  return strCat("kernel '", kernel.getNameAsString(), "' is launched with a stream, what prepare_",
                kernel.getNameAsString(), " returned, and ",
                count == 0   ? "nothing else"
                : count == 1 ? "its argument"
                             : strCat("its ", count, " arguments"));
}

}  // namespace gpuc::tool
