// `gpuc __precompile DIR --std S --profile P`: install.sh makes the public headers' precompiled forms with it, one per
// standard and profile.
#include "tool/base/disk.h"
#include "tool/base/text.h"
#include "tool/commands/common.h"
#include "tool/driver/compile.h"
#include "tool/toolchain/installation.h"

namespace gpuc::tool::commands {

namespace {

Result<Response> precompile(const Context& context, const Arguments& arguments) {
  if (arguments.positionals.empty()) return diag(Code::UnknownCommand, "__precompile needs a directory");
  Manifest defaults;
  std::string name = arguments.value("--profile", defaults.dev.name);
  if (name != defaults.dev.name && name != defaults.release.name)
    return diag(Code::UnknownCommand, strCat("there is no profile '", name, "'"));
  const Profile& profile = name == defaults.release.name ? defaults.release : defaults.dev;
  Installation installation = findInstallation(Host{context.environment.variables, {}}, context.environment.executable);

  driver::Tools tools;
  tools.compiler = installation.compiler;
  Request request;
  request.mode = RequestMode::Precompile;
  request.directory = normalPath(joinPath(context.environment.directory, arguments.positionals.front()));
  request.standard = arguments.value("--std", defaults.standard);
  std::string base = joinPath(request.directory, strCat(request.standard, "-", profile.name));
  request.source = "gpuc/gpuc.hpp";
  request.unit = "gpuc";
  request.optLevel = profile.optLevel;
  request.debugInfo = profile.debugInfo;
  request.assertions = profile.assertions;
  request.runtimeInclude = installation.include;
  request.precompiled = request.directory;
  request.object = base + ".pch";
  request.response = base + ".response.json";
  GPUC_TRY(makeDirectories(request.directory));
  Response response = GPUC_TRY(driver::ask(tools, request));
  if (response.ok)
    for (const char* suffix : {".request.json", ".response.json"}) removeFile(base + suffix);
  return response;
}

int run(const Context& context, const Arguments& arguments) {
  driver::Reporter reporter(reporterOptions(context, arguments));
  Result<Response> response = precompile(context, arguments);
  if (!response) return fail(reporter, response.error());
  for (const Diagnostic& diagnostic : response->diagnostics) reporter.report(diagnostic);
  return response->ok ? 0 : std::max(reporter.exitStatus(), 1);
}

}  // namespace

CommandSpec precompileCommand() {
  std::vector<OptionSpec> options = {{"--std", "", "STANDARD", "c++20, c++23 or c++26"},
                                     {"--profile", "", "PROFILE", "dev or release"}};
  for (const OptionSpec& option : commonOptions()) options.push_back(option);
  return {{.options = std::move(options), .positionals = {"DIR"}}, run};
}

}  // namespace gpuc::tool::commands
