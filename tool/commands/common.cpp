#include "tool/commands/common.h"

#include "tool/base/text.h"
#include "tool/driver/exit_status.h"
#include "tool/manifest/arch.h"

#include <charconv>

namespace gpuc::tool::commands {

std::vector<OptionSpec> commonOptions() {
  return {{"--verbose", "-v", "", "say why each thing is made, and how"},
          {"--quiet", "-q", "", "say nothing but diagnostics"},
          {"--color", "", "WHEN", "auto, always or never"},
          {"--help", "-h", "", "print this"}};
}

std::vector<OptionSpec> buildingOptions(std::initializer_list<OptionSpec> own) {
  std::vector<OptionSpec> options = own;
  options.insert(options.end(), {{"--release", "-r", "", "use the profile release instead of dev"},
                                 {"--jobs", "-j", "N", "at most N processes at a time"},
                                 {"--arch", "", "LIST", "GPU architectures instead of gpuc.toml's, as in sm_80,sm_90"},
                                 {"--cuda", "", "DIR", "the CUDA toolkit to use, or none"},
                                 {"--manifest-path", "", "FILE", "the gpuc.toml of the project"},
                                 {"--target-dir", "", "DIR", "where to build, instead of target/"},
                                 {"--message-format", "", "FORMAT", "human, or json: one object a line on stdout"}});
  for (const OptionSpec& option : commonOptions()) options.push_back(option);
  return options;
}

Result<void> checkCommon(const Arguments& arguments) {
  auto oneOf = [&](const char* option, std::initializer_list<const char*> values) -> Result<void> {
    if (!arguments.has(option)) return {};
    std::vector<std::string> known(values.begin(), values.end());
    std::string value = arguments.value(option);
    for (const std::string& candidate : known)
      if (value == candidate) return {};
    return diag(Code::UnknownCommand, strCat("'", value, "' is not a value of ", option),
                strCat("use one of ", join(known, ", ")));
  };
  GPUC_TRY(oneOf("--color", {"auto", "always", "never"}));
  GPUC_TRY(oneOf("--message-format", {"human", "json"}));
  return {};
}

bool useColor(const Context& context, const Arguments& arguments, bool terminal) {
  std::string when = arguments.value("--color", "auto");
  if (when != "auto") return when == "always";
  const Environment& environment = context.environment;
  return terminal && environment.get("NO_COLOR").empty() && environment.get("TERM") != "dumb";
}

driver::ReporterOptions reporterOptions(const Context& context, const Arguments& arguments) {
  return {.quiet = arguments.has("--quiet"),
          .verbose = arguments.has("--verbose"),
          .color = useColor(context, arguments, context.errorsAreTerminal),
          .json = arguments.value("--message-format") == "json"};
}

Result<driver::BuildOptions> buildOptions(const Arguments& arguments, plan::Goal goal) {
  driver::BuildOptions options;
  options.goal = goal;
  options.release = arguments.has("--release");
  options.manifestPath = arguments.value("--manifest-path");
  options.targetDirectory = arguments.value("--target-dir");
  options.cuda = arguments.value("--cuda");
  options.program = arguments.value("--bin");
  if (arguments.has("--jobs")) {
    std::string text = arguments.value("--jobs");
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), options.jobs);
    if (error != std::errc{} || end != text.data() + text.size() || options.jobs < 1)
      return diag(Code::UnknownCommand, strCat("'", text, "' is not a number of processes"),
                  "write --jobs N, from 1 on");
  }
  if (auto lists = arguments.options.find("--arch"); lists != arguments.options.end())
    for (const std::string& list : lists->second)
      for (const std::string& arch : split(list, ',')) {
        GPUC_TRY(manifest::checkArch(arch));
        options.archs.push_back(arch);
      }
  return options;
}

int fail(driver::Reporter& reporter, const Diagnostic& diagnostic) {
  reporter.report(diagnostic);
  return driver::exitStatus(diagnostic);
}

}  // namespace gpuc::tool::commands
