#include "tool/commands/common.h"

namespace gpuc::tool::commands {

namespace {

int run(const Context& context, const Arguments& arguments) {
  driver::Reporter reporter(reporterOptions(context, arguments));
  Result<driver::BuildOptions> options = buildOptions(arguments, plan::Goal::Build);
  if (!options) return fail(reporter, options.error());
  return driver::build(context.environment, *options, reporter).status;
}

}  // namespace

CommandSpec buildCommand() { return {{.options = buildingOptions({kBinOption}), .positionals = {}}, run}; }

}  // namespace gpuc::tool::commands
