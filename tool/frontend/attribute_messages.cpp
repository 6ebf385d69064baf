#include "tool/frontend/attribute_messages.h"

#include "tool/base/text.h"
#include "tool/frontend/session.h"

#include "clang/Basic/DiagnosticSema.h"

namespace gpuc::tool {

using namespace clang;

namespace {

constexpr const char* kAttributes[] = {"cooperative", "kernel",           "launch_bounds", "launch_contract",
                                       "module",      "no_kernel_checks", "shared"};

// The attribute of gpuc that was probably meant.
std::string closest(llvm::StringRef name) {
  std::string best;
  unsigned least = 4;
  for (llvm::StringRef attribute : kAttributes)
    if (unsigned distance = name.edit_distance(attribute); distance < least) least = distance, best = attribute.str();
  return best;
}

bool explainUnknown(const std::string& text, Diagnostic& diagnostic) {
  llvm::StringRef rest = text;
  if (!rest.consume_front("unknown attribute 'gpuc::")) return false;
  llvm::StringRef name = rest.take_until([](char c) { return c == '\''; });
  std::string meant = closest(name);
  diagnostic.code = static_cast<int>(Code::AttributePlace);
  diagnostic.message = strCat("gpuc has no attribute [[gpuc::", name.str(), "]]");
  diagnostic.help = meant.empty() ? "its attributes are [[kernel]] and gpuc::module, launch_contract, launch_bounds, "
                                    "cooperative, no_kernel_checks, shared"
                                  : strCat("write [[gpuc::", meant, "]]");
  return true;
}

bool explainRedeclaration(const Session& session, const clang::Diagnostic& info, Diagnostic& diagnostic) {
  if (info.getID() != diag::err_abi_tag_on_redeclaration) return false;
  for (const auto& [function, attributes] : session.kernels) {
    if (attributes.kernel != info.getLocation()) continue;
    diagnostic.code = static_cast<int>(Code::KernelForm);
    diagnostic.message =
        strCat("'", function->getNameAsString(), "' was declared before as an ordinary function, and is a kernel here");
    diagnostic.help = "write [[kernel]] on its first declaration";
    return true;
  }
  return false;
}

}  // namespace

bool explainAttribute(const Session& session, const clang::Diagnostic& info, const std::string& text,
                      Diagnostic& diagnostic) {
  return explainUnknown(text, diagnostic) || explainRedeclaration(session, info, diagnostic);
}

}  // namespace gpuc::tool
