#include "tool/run/run.h"

#include "tool/base/disk.h"
#include "tool/base/text.h"
#include "tool/commands/common.h"

namespace gpuc::tool::commands {

namespace {

int run(const Context& context, const Arguments& arguments) {
  driver::Reporter reporter(reporterOptions(context, arguments));
  Result<driver::BuildOptions> options = buildOptions(arguments, plan::Goal::Build);
  if (!options) return fail(reporter, options.error());
  run::Start start;
  start.device = arguments.value("--device");
  if (!start.device.empty())
    if (Result<void> valid = run::checkDevice(start.device); !valid) return fail(reporter, valid.error());
  options->oneProgram = true;
  if (!arguments.positionals.empty()) {
    options->singleFile = arguments.positionals.front();
    // An empty word, of a shell variable that is not set, must not run the project.
    if (options->singleFile.empty()) return fail(reporter, diag(Code::NoTarget, "there is no file ''"));
  }

  driver::Build built = driver::build(context.environment, *options, reporter);
  if (built.status != 0) return built.status;
  start.program = built.plan.products.front().output;
  start.arguments = arguments.passedOn;
  reporter.status("Running", relativeTo(start.program, built.manifest.directory));
  return fail(reporter, run::become(start));
}

}  // namespace

CommandSpec runCommand() {
  return {{.options = buildingOptions({kBinOption, kDeviceOption}), .positionals = {"[FILE.cpp]"}, .passesOn = true},
          run};
}

}  // namespace gpuc::tool::commands
