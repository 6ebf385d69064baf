#include "tool/toolchain/ask.h"

#include "tool/base/process.h"

namespace gpuc::tool {

std::optional<std::string> ask(const Host& host, std::vector<std::string> command) {
  command.front() = host.real(command.front());
  Command process;
  process.arguments = std::move(command);
  process.separateErrors = true;
  auto result = runProcess(process);
  if (!result || !result->ok()) return std::nullopt;
  return std::move(result->output);
}

}  // namespace gpuc::tool
