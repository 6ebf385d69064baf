#include "tool/launchers/launchers.h"

#include "tool/base/text.h"
#include "tool/launchers/tile_launchers.h"

namespace gpuc::tool {

namespace {

// Names that the generated text uses beside the user's; reserved, so that no kernel or parameter can have them.
std::string handleName(const LauncherKernel& kernel) { return "__gpuc_kernel_" + kernel.name; }
std::string pickName(const LauncherKernel& kernel) { return "__gpuc_pick_" + kernel.name; }

// The configurations that a launch may be given. A domain that depends on template parameters allows any, of which
// the instantiation takes one; a kernel without a contract takes the widest.
std::vector<std::string_view> configTypes(const LauncherKernel& kernel) {
  constexpr std::string_view types[] = {"::gpuc::launch_config_1d", "::gpuc::launch_config_2d",
                                        "::gpuc::launch_config_3d"};
  if (kernel.domain == 0) return {types[2]};
  if (kernel.domain <= 3) return {types[kernel.domain - 1]};
  return {types[0], types[1], types[2]};
}

std::vector<std::string_view> prepareTypes(const LauncherKernel& kernel) {
  std::vector<std::string_view> types = configTypes(kernel);
  types.push_back("::gpuc::covering");
  return types;
}

// ", a, b, c"
std::string passArguments(const LauncherKernel& kernel) {
  std::string text;
  for (const std::string& name : kernel.parameterNames) text += ", " + name;
  return text;
}

// ", typename H::template argument_type<0> a, ..." with H the kernel's handle, so that no type is spelled.
std::string declareArguments(const LauncherKernel& kernel, std::string_view handle) {
  std::string text;
  for (std::size_t i = 0; i < kernel.parameterNames.size(); ++i)
    text +=
        strCat(", typename ", handle, "::template argument_type<", std::to_string(i), "> ", kernel.parameterNames[i]);
  return text;
}

// In front of module_type: what names the kernels, whose names its members will hide.
std::string emitHandle(const LauncherKernel& kernel) {
  if (kernel.isTemplate)
    return strCat(kernel.templateHead, " using ", handleName(kernel), " = ::gpuc::abi::kernel_handle<&", kernel.name,
                  "<", kernel.templateArguments, ">>;\n", kernel.templateHead, " ", handleName(kernel), "<",
                  kernel.templateArguments, "> ", pickName(kernel), "(", kernel.parameters, ");\n");
  std::string handle = handleName(kernel);
  return strCat("using ", handle, " = ::gpuc::abi::kernel_handle<&", kernel.name,
                ">;\n[[gnu::used]] inline constexpr const ::gpuc::abi::kernel* __gpuc_keep_", kernel.name, " = ",
                handle, "::descriptor;\n");
}

std::string emitPlainKernel(const LauncherKernel& kernel) {
  std::string handle = handleName(kernel);
  std::string text;
  if (kernel.domain != 0 && kernel.checked) {
    for (std::string_view config : prepareTypes(kernel))
      text += strCat("auto prepare_", kernel.name, "(const ", config, "& __gpuc_config) const { return ", handle,
                     "::prepare(this->__gpuc_context, __gpuc_config); }\n");
    text += strCat("void ", kernel.name, "(const ::gpuc::stream& __gpuc_stream, const typename ", handle,
                   "::token& __gpuc_prepared", declareArguments(kernel, handle), ") const { ", handle,
                   "::launch(__gpuc_stream, __gpuc_prepared", passArguments(kernel), "); }\n");
  }
  for (std::string_view config : configTypes(kernel))
    text += strCat("void ", kernel.name, "_unchecked(const ::gpuc::stream& __gpuc_stream, const ", config,
                   "& __gpuc_config", declareArguments(kernel, handle), ") const { ", handle,
                   "::launch_unchecked(this->__gpuc_context, __gpuc_stream, __gpuc_config", passArguments(kernel),
                   "); }\n");
  return text;
}

std::string emitKernelTemplate(const LauncherKernel& kernel) {
  std::string picked = strCat("decltype(", pickName(kernel), "(::std::declval<::gpuc::abi::deduce_as_t<A_>>()...))");
  std::string text;
  if (kernel.domain != 0 && kernel.checked) {
    for (std::string_view config : prepareTypes(kernel))
      text += strCat("template <class... A_> auto prepare_", kernel.name, "(const ", config,
                     "& __gpuc_config, const A_&...) const { return ", picked,
                     "::prepare(this->__gpuc_context, __gpuc_config); }\n", kernel.templateHead, " auto prepare_",
                     kernel.name, "(const ", config, "& __gpuc_config) const { return ", handleName(kernel), "<",
                     kernel.templateArguments, ">::prepare(this->__gpuc_context, __gpuc_config); }\n");
    // The token names the instantiation, so the arguments convert to its parameters like those of any function.
    text += strCat("template <auto K_> void ", kernel.name,
                   "(const ::gpuc::stream& __gpuc_stream, const ::gpuc::prepared<K_>& __gpuc_prepared",
                   declareArguments(kernel, "::gpuc::abi::kernel_handle<K_>"),
                   ") const { ::gpuc::abi::kernel_handle<K_>::launch(__gpuc_stream, __gpuc_prepared",
                   passArguments(kernel), "); }\n");
  }
  // The second is for template arguments that are given and not deduced.
  std::string handle = strCat(handleName(kernel), "<", kernel.templateArguments, ">");
  for (std::string_view config : configTypes(kernel))
    text += strCat(
        "template <class... A_> void ", kernel.name, "_unchecked(const ::gpuc::stream& __gpuc_stream, const ", config,
        "& __gpuc_config, const A_&... arguments_) const { __gpuc_launch_unchecked<", picked,
        ">(__gpuc_stream, __gpuc_config, arguments_...); }\n", kernel.templateHead, " void ", kernel.name,
        "_unchecked(const ::gpuc::stream& __gpuc_stream, const ", config, "& __gpuc_config",
        declareArguments(kernel, handle), ") const { ", handle,
        "::launch_unchecked(this->__gpuc_context, __gpuc_stream, __gpuc_config", passArguments(kernel), "); }\n");
  return text;
}

// Converts the arguments of a raw template launch, whose parameter types are only known once K is.
constexpr std::string_view kUncheckedHelper = R"(
  template <class H_, class C_, class... A_>
  void __gpuc_launch_unchecked(const ::gpuc::stream& __gpuc_stream, const C_& __gpuc_config, const A_&... arguments_) const {
    __gpuc_convert<H_>(__gpuc_stream, __gpuc_config, ::std::index_sequence_for<A_...>{}, arguments_...);
  }
  template <class H_, class C_, ::std::size_t... I_, class... A_>
  void __gpuc_convert(const ::gpuc::stream& __gpuc_stream, const C_& __gpuc_config, ::std::index_sequence<I_...>,
                const A_&... arguments_) const {
    H_::launch_unchecked(this->__gpuc_context, __gpuc_stream, __gpuc_config,
                         static_cast<typename H_::template argument_type<I_>>(const_cast<A_&>(arguments_))...);
  }
)";

}  // namespace

std::string emitLaunchers(const LauncherModule& module) {
  std::string tag = strCat("[[gnu::abi_tag(\"", module.tag, "\")]]");
  std::string text = strCat("namespace ", module.name, " {\n");
  bool templates = false;
  std::string keep;
  for (const LauncherKernel& kernel : module.kernels) {
    text += kernel.tile ? emitTileHandle(kernel) : emitHandle(kernel);
    templates |= kernel.isTemplate && !kernel.tile;
    if (!kernel.isTemplate)
      keep += kernel.tile ? strCat("__gpuc_keep_", kernel.name, ", ") : strCat(handleName(kernel), "::descriptor, ");
  }
  for (const LauncherKernel& kernel : module.kernels)
    if (kernel.tile) text += emitTileLauncher(kernel, tag);
  text += strCat("class ", tag, " module_type {\npublic:\n",
                 "explicit module_type(const ::gpuc::context& context) : __gpuc_context(context) {}\n");
  for (const LauncherKernel& kernel : module.kernels)
    if (!kernel.tile) text += kernel.isTemplate ? emitKernelTemplate(kernel) : emitPlainKernel(kernel);
  text += "private:\n";
  if (templates) text += kUncheckedHelper;
  text += "::gpuc::context __gpuc_context;\n};\n";
  text += strCat(tag, " inline module_type load(const ::gpuc::context& context) {\n");
  if (!keep.empty())
    text += strCat("const ::gpuc::abi::kernel* const kernels[] = {", keep,
                   "};\n::gpuc::abi::load_all(context, kernels, sizeof(kernels) / sizeof(kernels[0]));\n");
  text += "return module_type(context);\n}\n}\n";
  return text;
}

std::string emitEditorStub(const std::vector<LauncherModule>& modules) {
  std::string text = "// Written by gpuc for editors: declarations of what it generates at the end of each module.\n"
                     "#pragma once\n#include <gpuc/gpuc.hpp>\n";
  for (const LauncherModule& module : modules) {
    for (const std::string& outer : module.enclosing)
      text += strCat("namespace ", outer, outer.empty() ? "{\n" : " {\n");
    text += strCat("namespace ", module.name, " {\n");
    for (const LauncherKernel& kernel : module.kernels)
      if (kernel.tile) text += emitTileStub(kernel);
    text += "struct module_type {\n";
    for (const LauncherKernel& kernel : module.kernels) {
      if (kernel.tile) continue;
      text += strCat("  struct prepared_", kernel.name, " {};\n");
      if (kernel.domain != 0 && kernel.checked)
        for (std::string_view type : prepareTypes(kernel))
          text += strCat("  template <class... A> prepared_", kernel.name, " prepare_", kernel.name, "(const ", type,
                         "&, const A&...) const;\n");
      text += strCat("  template <class... A> void ", kernel.name, "(const ::gpuc::stream&, const prepared_",
                     kernel.name, "&, const A&...) const;\n");
      for (std::string_view type : configTypes(kernel))
        text += strCat("  template <class... A> void ", kernel.name, "_unchecked(const ::gpuc::stream&, const ", type,
                       "&, const A&...) const;\n");
    }
    text += "};\nmodule_type load(const ::gpuc::context&);\n}\n";
    for (std::size_t i = 0; i < module.enclosing.size(); ++i) text += "}\n";
  }
  return text;
}

}  // namespace gpuc::tool
