#include "tool/toolchain/clang.h"

namespace gpuc::tool {

ClangInstallation findClang(const Host& host) {
  const std::string major = std::to_string(kClangMajor);
  ClangInstallation result;
  result.program = probePath(host, "clang-" + major, result.probes);
  const std::string prefix = "/usr/lib/llvm-" + major;
  if (result.program.empty() && probeFile(host, prefix + "/bin/clang", result.probes))
    result.program = prefix + "/bin/clang";

  // Beside the program first: a Clang outside of /usr brings its headers along.
  std::vector<std::string> prefixes = {prefix};
  if (!result.program.empty()) {
    std::string program = host.resolve(result.program);
    if (std::size_t bin = program.rfind("/bin/"); bin != std::string::npos && program.substr(0, bin) != prefix)
      prefixes.insert(prefixes.begin(), program.substr(0, bin));
  }
  for (const std::string& place : prefixes) {
    std::string directory = place + "/lib/clang/" + major;
    if (probeFile(host, directory + "/include/stddef.h", result.probes)) {
      result.resourceDir = directory;
      break;
    }
  }
  result.gcc = findGcc(host);
  return result;
}

}  // namespace gpuc::tool
