#include "tool/base/disk.h"
#include "tool/base/process.h"
#include "tool/base/text.h"
#include "tool/commands/common.h"
#include "tool/driver/exit_status.h"
#include "tool/run/run.h"
#include "tool/toolchain/gpu.h"

namespace gpuc::tool::commands {

namespace {

// doctest's list of test names, without its frame.
std::vector<std::string> namesIn(const std::string& output) {
  std::vector<std::string> names;
  for (const std::string& line : split(output, '\n'))
    if (!line.empty() && !line.starts_with("[doctest]") && !line.starts_with("====")) names.push_back(line);
  return names;
}

// A comma separates doctest's filters, so one in the user's word is escaped.
std::string filterArgument(const std::string& filter) {
  std::string escaped;
  for (char c : filter) escaped += c == ',' ? std::string("\\,") : std::string(1, c);
  return strCat("--test-case=*", escaped, "*");
}

Result<std::vector<std::string>> listTests(const std::string& program, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), program);
  arguments.push_back("--list-test-cases");
  arguments.push_back("--no-colors");
  ProcessResult result = GPUC_TRY(runProcess({.arguments = arguments, .directory = {}, .environment = {}}));
  if (!result.ok()) return diag(Code::NoTarget, strCat("'", program, "' cannot list its tests: ", trim(result.output)));
  return namesIn(result.output);
}

Result<void> requireGpu(const Context& context) {
  GpuDriver driver = probeDriver(Host{context.environment.variables, {}});
  if (driver.ready() && !nativeArchs(driver).empty()) return {};
  return diag(Code::NoGpu, "--require-gpu was given and there is no GPU that gpuc can use",
              "'gpuc doctor --require-gpu' says what is missing");
}

// The first failure's status; later programs run all the same.
int runTests(const driver::Build& built, const run::Start& settings, driver::Reporter& reporter) {
  int status = 0;
  for (const Product& program : built.plan.products) {
    run::Start start = settings;
    start.program = program.output;
    reporter.status("Running", strCat(program.source, " (", relativeTo(program.output, built.manifest.directory), ")"));
    Result<int> outcome = run::runAndWait(start);
    int ended = outcome ? *outcome : fail(reporter, outcome.error());
    if (status == 0) status = ended;
    if (ProcessSet::interruption() != 0) return 128 + ProcessSet::interruption();
  }
  return status;
}

int run(const Context& context, const Arguments& arguments) {
  driver::Reporter reporter(reporterOptions(context, arguments));
  Result<driver::BuildOptions> options = buildOptions(arguments, plan::Goal::Test);
  if (!options) return fail(reporter, options.error());
  run::Start start;
  start.device = arguments.value("--device", arguments.has("--require-gpu") ? "cuda" : "");
  if (!start.device.empty())
    if (Result<void> valid = run::checkDevice(start.device); !valid) return fail(reporter, valid.error());
  start.arguments = arguments.passedOn;
  std::string filter = arguments.positionals.empty() ? "" : arguments.positionals.front();
  if (!filter.empty()) start.arguments.push_back(filterArgument(filter));

  driver::Build built = driver::build(context.environment, *options, reporter);
  if (built.status != 0 || arguments.has("--no-run")) return built.status;
  if (arguments.has("--require-gpu"))
    if (Result<void> found = requireGpu(context); !found) {
      fail(reporter, found.error());
      return driver::kFailure;  // of the tests, which were to run on a GPU
    }
  if (filter.empty() && !arguments.has("--list")) return runTests(built, start, reporter);

  // A program without a test that is asked for is not started; when there is none at all, the filter is wrong.
  std::vector<Product> chosen;
  for (const Product& program : built.plan.products) {
    Result<std::vector<std::string>> names = listTests(program.output, start.arguments);
    if (!names) return fail(reporter, names.error());
    if (!names->empty()) chosen.push_back(program);
    if (arguments.has("--list"))
      for (const std::string& name : *names) driver::writeOut(name + "\n");
  }
  if (!filter.empty() && chosen.empty())
    return fail(reporter, diag(Code::NoTarget, strCat("no test's name contains '", filter, "'"),
                               "'gpuc test --list' prints the names"));
  if (arguments.has("--list")) return 0;
  built.plan.products = std::move(chosen);
  return runTests(built, start, reporter);
}

}  // namespace

CommandSpec testCommand() {
  return {{.options = buildingOptions({{"--list", "", "", "print the tests' names and run none"},
                                       {"--no-run", "", "", "build the tests only"},
                                       {"--require-gpu", "", "", "fail where there is no GPU to run on"},
                                       kDeviceOption}),
           .positionals = {"[FILTER]"},
           .passesOn = true},
          run};
}

}  // namespace gpuc::tool::commands
