#include "doctor/doctor.h"

#include "tool/base/disk.h"
#include "tool/base/text.h"
#include "tool/base/version.h"
#include "tool/commands/common.h"
#include "tool/driver/project.h"

namespace gpuc::tool::commands {

namespace {

// The project around the current directory, if there is one: the doctor itself reads no manifests.
doctor::ProjectReport reportProject(const Environment& environment, const std::string& given) {
  doctor::ProjectReport report;
  Result<std::string> path = driver::findManifest(environment, given);
  if (!path) {
    report.probes.push_back({joinPath(environment.directory, manifest::kFileName), false, "nor in a directory above"});
    return report;
  }
  report.manifest = *path;
  report.probes.push_back({*path, true, {}});
  manifest::Loaded loaded = manifest::load(*path);
  if (loaded.manifest) report.name = strCat(loaded.manifest->name, " ", loaded.manifest->version);
  report.diagnostics = std::move(loaded.diagnostics);
  return report;
}

int run(const Context& context, const Arguments& arguments) {
  doctor::DoctorOptions options;
  options.json = arguments.has("--json");
  options.requireGpu = arguments.has("--require-gpu");
  options.color = useColor(context, arguments, context.outputIsTerminal);
  options.cuda = arguments.value("--cuda");
  options.version = kVersion;
  options.program = context.environment.executable;
  options.project = reportProject(context.environment, arguments.value("--manifest-path"));
  std::string output;
  int status = doctor::runDoctor(options, Host{context.environment.variables, {}}, output);
  driver::writeOut(output);
  return status;
}

}  // namespace

CommandSpec doctorCommand() {
  std::vector<OptionSpec> options = {{"--json", "", "", "for programs"},
                                     {"--require-gpu", "", "", "fail where no GPU can be used"},
                                     {"--cuda", "", "DIR", "the CUDA toolkit to look at"},
                                     {"--manifest-path", "", "FILE", "the gpuc.toml of the project"}};
  for (const OptionSpec& option : commonOptions()) options.push_back(option);
  return {{.options = std::move(options), .positionals = {}}, run};
}

}  // namespace gpuc::tool::commands
