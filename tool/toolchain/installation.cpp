#include "tool/toolchain/installation.h"

namespace gpuc::tool {

bool Installation::complete() const {
  for (const Probe& probe : probes)
    if (!probe.found) return false;
  return true;
}

Installation findInstallation(const Host& host, const std::string& program) {
  Installation result;
  // PREFIX/bin/gpuc
  result.prefix = host.variable("GPUC_PREFIX").value_or(program.substr(0, program.rfind('/', program.rfind('/') - 1)));
  const std::string& prefix = result.prefix;
  result.compiler = prefix + "/libexec/gpuc/gpuc-cc";
  result.include = prefix + "/include";
  result.runtimeLibrary = prefix + "/lib/gpuc/libgpuc.a";
  result.testLibrary = prefix + "/lib/gpuc/libgpuc_test_main.a";
  result.precompiled = prefix + "/lib/gpuc/pch";
  result.templates = prefix + "/share/gpuc/templates";
  result.errors = prefix + "/share/gpuc/errors";
  for (const std::string& file :
       {result.compiler, result.include + "/gpuc/gpuc.hpp", result.runtimeLibrary, result.testLibrary})
    probeFile(host, file, result.probes);
  return result;
}

}  // namespace gpuc::tool
