#include "tool/base/text.h"
#include "tool/commands/common.h"

namespace gpuc::tool::commands {

namespace {

int run(const Context& context, const Arguments& arguments) {
  if (arguments.positionals.empty()) {
    driver::writeOut(helpText());
    return 0;
  }
  const std::string& name = arguments.positionals.front();
  if (const Command* command = findCommand(name)) {
    driver::writeOut(helpText(*command));
    return 0;
  }
  std::vector<std::string> names;
  for (const Command& command : allCommands()) names.push_back(command.name);
  driver::Reporter reporter(reporterOptions(context, arguments));
  return fail(reporter, diag(Code::UnknownCommand, strCat("unknown command '", name, "'"), didYouMean(name, names)));
}

}  // namespace

CommandSpec helpCommand() { return {{.options = commonOptions(), .positionals = {"[COMMAND]"}}, run}; }

}  // namespace gpuc::tool::commands
