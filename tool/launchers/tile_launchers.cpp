#include "tool/launchers/tile_launchers.h"

#include "tool/base/text.h"

namespace gpuc::tool {

namespace {

std::string pickName(const LauncherKernel& kernel) { return "__gpuc_pick_" + kernel.name; }

// "A0_&& z, A1_&& x" and its like: `piece(i, name)` for each parameter.
template <class Piece>
std::string list(const LauncherKernel& kernel, Piece piece) {
  std::string text;
  for (std::size_t i = 0; i < kernel.parameterNames.size(); ++i)
    text += strCat(i == 0 ? "" : ", ", piece(strCat("A", std::to_string(i), "_"), kernel.parameterNames[i]));
  return text;
}

std::string declare(const LauncherKernel& kernel) {
  return list(kernel, [](const std::string& type, const std::string& name) { return strCat(type, "&& ", name); });
}

std::string head(const LauncherKernel& kernel) {
  if (kernel.parameterNames.empty()) return {};
  return strCat("template <", list(kernel, [](const std::string& type, const std::string&) { return "class " + type; }),
                "> ");
}

}  // namespace

std::string emitTileHandle(const LauncherKernel& kernel) {
  if (kernel.isTemplate)
    return strCat(kernel.templateHead, " ::gpuc::abi::tile_kernel_handle<&", kernel.name, "<", kernel.templateArguments,
                  ">> ", pickName(kernel), "(", kernel.parameters, ");\n");
  return strCat("::gpuc::abi::tile_kernel_handle<&", kernel.name, "> ", pickName(kernel), "(", kernel.parameters,
                ");\n[[gnu::used]] inline constexpr const ::gpuc::abi::kernel* __gpuc_keep_", kernel.name,
                " = &::gpuc::abi::entry<&", kernel.name, ">::descriptor;\n");
}

std::string emitTileLauncher(const LauncherKernel& kernel, const std::string& tag) {
  // Unevaluated, in the launcher's own template, so that arguments which no kernel fits give the refusal.
  std::string picked = strCat(pickName(kernel), "(",
                              list(kernel,
                                   [](const std::string& type, const std::string&) {
                                     return strCat("::std::declval<::gpuc::abi::tile_deduce_t<", type, ">>()");
                                   }),
                              ")");
  std::string forwarded = list(kernel, [](const std::string& type, const std::string& name) {
    return strCat("static_cast<", type, "&&>(", name, ")");
  });
  return strCat(head(kernel), tag, " auto ", kernel.name, "(", declare(kernel), ") {\nif constexpr (requires { ",
                picked, "; })\nreturn ::gpuc::abi::make_tile_launch(decltype(", picked, "){}",
                kernel.parameterNames.empty() ? "" : ", ", forwarded,
                ");\nelse\nreturn ::gpuc::abi::refused_tile_launch{};\n}\n");
}

std::string emitTileStub(const LauncherKernel& kernel) {
  // The kernel itself is there to be called already; what it returns is not, so the operation is declared.
  return strCat(head(kernel), "auto ", kernel.name, "(", declare(kernel),
                ") { return ::gpuc::when_all(::gpuc::detail::make_op([](const ::gpuc::stream&) { return 0; })); }\n");
}

}  // namespace gpuc::tool
