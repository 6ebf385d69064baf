#include "tool/toolchain/linker.h"

#include "tool/toolchain/ask.h"
#include "tool/toolchain/clang.h"

namespace gpuc::tool {

Linker findLinker(const Host& host) {
  const std::string major = std::to_string(kClangMajor);
  Linker result;
  if (auto named = host.variable("GPUC_LINKER")) {
    if (probeFile(host, *named, result.probes)) result.program = *named;
    result.probes.back().remark = "GPUC_LINKER";
    return result;
  }
  result.program = probePath(host, "ld.lld-" + major, result.probes);
  if (result.found()) return result;
  if (std::string own = "/usr/lib/llvm-" + major + "/bin/ld.lld"; probeFile(host, own, result.probes)) {
    result.program = own;
    return result;
  }
  // A name without a version has to be asked for it.
  std::string program = probePath(host, "ld.lld", result.probes);
  if (program.empty()) return result;
  std::string version = ask(host, {program, "--version"}).value_or("");
  version = version.substr(0, version.find('\n'));
  if (version.find("LLD " + major + ".") != std::string::npos)
    result.program = program;
  else
    result.probes.back() = {program, false, version.empty() ? "does not start" : "is " + version};
  return result;
}

}  // namespace gpuc::tool
