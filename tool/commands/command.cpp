#include "tool/commands/command.h"

#include "tool/base/text.h"
#include "tool/base/version.h"
#include "tool/commands/common.h"

#include <algorithm>
#include <iterator>

namespace gpuc::tool::commands {

#define GPUC_COMMAND(function, name, summary) CommandSpec function##Command();
#include "tool/commands/commands.def"
#undef GPUC_COMMAND

namespace {

constexpr Command kCommands[] = {
#define GPUC_COMMAND(function, name, summary) {name, summary, function##Command},
#include "tool/commands/commands.def"
#undef GPUC_COMMAND
};

bool isHidden(const Command& command) { return std::string_view(command.name).starts_with("__"); }

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string optionText(const OptionSpec& option) {
  std::string text = *option.shortName ? strCat(option.shortName, ", ", option.name) : strCat("    ", option.name);
  return *option.value ? strCat(text, " ", option.value) : text;
}

std::vector<std::string> commandNames() {
  std::vector<std::string> names;
  for (const Command& command : kCommands)
    if (!isHidden(command)) names.push_back(command.name);
  return names;
}

int refuse(const Context& context, Diagnostic diagnostic) {
  if (diagnostic.help.empty()) diagnostic.help = "'gpuc help' lists the commands";
  driver::Reporter reporter(reporterOptions(context, {}));
  reporter.report(diagnostic);
  return reporter.exitStatus();
}

}  // namespace

std::span<const Command> allCommands() { return kCommands; }

const Command* findCommand(const std::string& name) {
  auto found = std::ranges::find_if(kCommands, [&](const Command& command) { return command.name == name; });
  return found == std::end(kCommands) ? nullptr : found;
}

std::string helpText(const Command& command) {
  ArgumentsSpec spec = command.spec().arguments;
  std::string text =
      strCat("gpuc ", command.name, ": ", command.summary, "\n\nUsage: gpuc ", command.name, " [OPTIONS]");
  for (const char* positional : spec.positionals) text += strCat(" ", positional);
  if (spec.passesOn) text += " [-- ARGUMENTS...]";
  text += "\n\nOptions:\n";
  std::size_t width = 0;
  for (const OptionSpec& option : spec.options) width = std::max(width, optionText(option).size());
  for (const OptionSpec& option : spec.options)
    text += strCat("  ", padded(optionText(option), width), "  ", option.help, "\n");
  return text;
}

std::string helpText() {
  std::string text =
      strCat("gpuc ", kVersion, ": projects of C++ GPU kernels\n\nUsage: gpuc COMMAND [OPTIONS]\n\nCommands:\n");
  std::size_t width = 0;
  for (const Command& command : kCommands)
    if (!isHidden(command)) width = std::max(width, std::string_view(command.name).size());
  for (const Command& command : kCommands)
    if (!isHidden(command)) text += strCat("  ", padded(command.name, width), "  ", command.summary, "\n");
  return text + "\n'gpuc help COMMAND' says more about one of them. 'gpuc --version' prints the version.\n";
}

int runCommandLine(const Context& context, std::span<const std::string> words) {
  if (words.empty()) {
    driver::writeError(helpText());
    return 2;
  }
  const std::string& first = words.front();
  if (first == "--version" || first == "-V") {
    driver::writeOut(strCat("gpuc ", kVersion, "\n"));
    return 0;
  }
  if (first == "--help" || first == "-h") {
    driver::writeOut(helpText());
    return 0;
  }
  const Command* command = findCommand(first);
  if (!command) {
    bool option = first.starts_with('-');
    const std::vector<std::string> globalOptions = {"--version", "--help"};
    std::string help = didYouMean(first, option ? globalOptions : commandNames());
    if (option && help.empty()) help = "options stand behind the command";
    return refuse(
        context, diag(Code::UnknownCommand, strCat("unknown ", option ? "option" : "command", " '", first, "'"), help));
  }
  CommandSpec spec = command->spec();
  Result<Arguments> arguments = parseArguments(spec.arguments, words.subspan(1));
  if (!arguments) {
    Diagnostic diagnostic = std::move(arguments).error();
    if (diagnostic.help.empty()) diagnostic.help = strCat("'gpuc help ", command->name, "' lists what it accepts");
    return refuse(context, std::move(diagnostic));
  }
  if (arguments->has("--help")) {
    driver::writeOut(helpText(*command));
    return 0;
  }
  if (Result<void> valid = checkCommon(*arguments); !valid) return refuse(context, valid.error());
  return spec.run(context, *arguments);
}

}  // namespace gpuc::tool::commands
