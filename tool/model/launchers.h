// A module's kernels as the launcher generator needs them: names and text, nothing of Clang.
#pragma once

#include <string>
#include <vector>

namespace gpuc::tool {

struct LauncherKernel {
  std::string name;
  bool isTemplate = false;
  std::string templateHead;                 // "template <class T, class F>", with constraints
  std::string templateArguments;            // "T, F"
  std::string parameters;                   // "F f, gpuc::slice<const T> in": only for templates
  std::vector<std::string> parameterNames;  // unique, never empty
  unsigned domain = 0;                      // 0: no contract; 4: it depends on template parameters
  bool checked = true;
  bool tile = false;  // `parameters` then names what a launch deduces, for any kernel
};

struct LauncherModule {
  std::vector<std::string> enclosing;  // namespaces around the module, outermost first; "" is anonymous
  std::string name;
  std::string tag;  // ABI tag
  std::vector<LauncherKernel> kernels;
};

}  // namespace gpuc::tool
