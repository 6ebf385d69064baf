#include "tool/driver/tools.h"

#include "tool/base/disk.h"
#include "tool/base/hash.h"
#include "tool/base/text.h"
#include "tool/base/version.h"
#include "tool/toolchain/clang.h"
#include "tool/toolchain/cuda.h"
#include "tool/toolchain/gpu.h"
#include "tool/toolchain/installation.h"
#include "tool/toolchain/linker.h"

namespace gpuc::tool::driver {

namespace {

// The variables that the search reads.
constexpr const char* kVariables[] = {"CONDA_PREFIX", "CUDA_HOME",   "CUDA_PATH", "CUDA_VISIBLE_DEVICES", "GPUC_CUDA",
                                      "GPUC_LINKER",  "GPUC_PREFIX", "PATH",      "VIRTUAL_ENV"};

std::uint64_t searchKey(const Environment& environment, const std::string& cuda, const Host& host) {
  Hasher hasher;
  hasher.add(kVersion).add(environment.executable).add(cuda).add(gpuFingerprint(host));
  for (const char* variable : kVariables) hasher.add(environment.get(variable));
  return hasher.digest();
}

// The order in which the fields are remembered; the GPUs' architectures follow.
template <class AnyTools, class Visit>
void visitFields(AnyTools& tools, Visit visit) {
  for (auto* field :
       {&tools.compiler, &tools.include, &tools.runtimeLibrary, &tools.testLibrary, &tools.precompiled, &tools.linker,
        &tools.gccDirectory, &tools.startFiles, &tools.clang, &tools.ptxas, &tools.libdevice})
    visit(*field);
}

Tools fromAnswer(const std::vector<std::string>& answer) {
  Tools tools;
  auto next = answer.begin();
  visitFields(tools, [&](std::string& field) { field = *next++; });
  tools.nativeArchs.assign(next, answer.end());
  return tools;
}

Diagnostic missing(Code code, std::string message, std::string help, const Probes& probes) {
  Diagnostic diagnostic = diag(code, std::move(message), std::move(help));
  for (const Probe& probe : probes)
    if (!probe.found) diagnostic.notes.push_back({{}, strCat("looked for ", probe.path)});
  return diagnostic;
}

Result<void> checkInstallation(const Installation& installation) {
  const std::string reinstall = "run install.sh again, or 'gpuc doctor' for what else is missing";
  if (!isExecutable(installation.compiler))
    return missing(Code::NoCompiler, "the compiler gpuc-cc is not there", reinstall, installation.probes);
  if (!installation.complete())
    return missing(Code::NoRuntime, "the installed runtime is not complete", reinstall, installation.probes);
  return {};
}

Result<void> checkMachine(const Linker& linker, const GccInstallation& gcc) {
  if (!linker.found())
    return missing(Code::NoLinker, "no lld 22 was found", "install lld-22, or name one with GPUC_LINKER",
                   linker.probes);
  if (!gcc.found() || !gcc.hasHeaders() || gcc.startFiles.empty())
    return missing(Code::NoStandardLibrary,
                   gcc.found() && !gcc.hasHeaders() ? strCat("GCC ", gcc.version, " has no C++ standard library")
                                                    : "no C++ standard library was found",
                   gcc.found() ? strCat("install libstdc++-", gcc.version, "-dev") : "install g++", gcc.probes);
  return {};
}

// A build without a toolkit is fine, but not when one was named.
Result<void> checkToolkit(const CudaToolkit& toolkit) {
  if (!toolkit.explicitRoot || toolkit.found() || toolkit.warnings.empty()) return {};
  return missing(Code::NoToolkit, toolkit.warnings.front(),
                 "name the directory that has bin/ptxas and nvvm/libdevice, or write none to build without one",
                 toolkit.probes);
}

}  // namespace

Result<Tools> findTools(const Environment& environment, const std::string& cuda, plan::State& state) {
  Host host{environment.variables, {}};
  std::uint64_t key = searchKey(environment, cuda, host);
  if (state.tools.holds(key)) return fromAnswer(state.tools.answer);

  Installation installation = findInstallation(host, environment.executable);
  GPUC_TRY(checkInstallation(installation));
  Linker linker = findLinker(host);
  ClangInstallation clang = findClang(host);
  GPUC_TRY(checkMachine(linker, clang.gcc));
  CudaToolkit toolkit = findCuda(host, cuda.empty() || cuda == kNoCuda ? cuda : joinPath(environment.directory, cuda));
  GPUC_TRY(checkToolkit(toolkit));

  Tools tools;
  tools.compiler = installation.compiler;
  tools.include = installation.include;
  tools.runtimeLibrary = installation.runtimeLibrary;
  tools.testLibrary = installation.testLibrary;
  if (isDirectory(installation.precompiled)) tools.precompiled = installation.precompiled;
  tools.linker = linker.program;
  tools.gccDirectory = clang.gcc.directory;
  tools.startFiles = clang.gcc.startFiles;
  tools.clang = clang.program;
  tools.ptxas = toolkit.ptxas;
  tools.libdevice = toolkit.libdevice;
  // Starting the driver takes a tenth of a second where there is a GPU, and is in vain where there is none.
  if (!gpuFingerprint(host).empty()) tools.nativeArchs = nativeArchs(probeDriver(host));

  plan::Remembered& remembered = state.tools;
  remembered = {};
  remembered.key = key;
  visitFields(tools, [&](const std::string& field) { remembered.answer.push_back(field); });
  for (const std::string& arch : tools.nativeArchs) remembered.answer.push_back(arch);
  for (const Probes* probes : {&installation.probes, &linker.probes, &clang.probes, &clang.gcc.probes, &toolkit.probes})
    for (const Probe& probe : *probes)
      if (probe.path.starts_with('/')) remembered.watch(probe.path);
  remembered.watch(installation.precompiled);
  // A program that appears on PATH before the one that was found.
  for (const std::string& directory : host.path()) remembered.watch(directory);
  state.changed = true;
  return tools;
}

}  // namespace gpuc::tool::driver
