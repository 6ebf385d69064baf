// A command: what it accepts and what it does. The table of all of them is commands.def.
#pragma once

#include "tool/base/arguments.h"
#include "tool/base/environment.h"
#include "tool/driver/reporter.h"

#include <span>
#include <string>
#include <vector>

namespace gpuc::tool::commands {

// What every command is started with.
struct Context {
  Environment environment;
  bool outputIsTerminal = false;
  bool errorsAreTerminal = false;
};

struct CommandSpec {
  ArgumentsSpec arguments;
  int (*run)(const Context& context, const Arguments& arguments);  // the exit status
};

struct Command {
  const char* name;
  const char* summary;
  CommandSpec (*spec)();
};

std::span<const Command> allCommands();

// Null when there is none of that name.
const Command* findCommand(const std::string& name);

// "gpuc build [OPTIONS]" and below it what the command accepts.
std::string helpText(const Command& command);
std::string helpText();

// The whole program: `words` without the program's own name.
int runCommandLine(const Context& context, std::span<const std::string> words);

}  // namespace gpuc::tool::commands
