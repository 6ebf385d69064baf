// gpuc: the tool that users start. Everything that it does is a command (commands/commands.def); a build's way from
// gpuc.toml to a program is driver/build.cpp.
#include "tool/commands/command.h"

#include <csignal>
#include <unistd.h>

int main(int argc, char** argv) {
  using namespace gpuc::tool;
  // A reader that goes away ends nothing but the output.
  std::signal(SIGPIPE, SIG_IGN);
  commands::Context context;
  context.environment = Environment::ofProcess();
  context.outputIsTerminal = isatty(STDOUT_FILENO);
  context.errorsAreTerminal = isatty(STDERR_FILENO);
  std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  return commands::runCommandLine(context, words);
}
