#include "tool/run/run.h"

#include "tool/base/process.h"
#include "tool/base/text.h"

#include <algorithm>

namespace gpuc::tool::run {

namespace {

Command commandOf(const Start& start) {
  Command command;
  command.arguments = {start.program};
  command.arguments.insert(command.arguments.end(), start.arguments.begin(), start.arguments.end());
  if (!start.device.empty()) command.environment.push_back("GPUC_DEVICE=" + start.device);
  return command;
}

}  // namespace

Result<void> checkDevice(const std::string& device) {
  constexpr std::string_view numbered = "cuda:";
  std::string_view number = std::string_view(device).substr(std::min(device.size(), numbered.size()));
  bool isNumber =
      !number.empty() && number.size() <= 4 && std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
  if (device == "auto" || device == "cpu" || device == "cuda" || (device.starts_with(numbered) && isNumber)) return {};
  return diag(Code::BadDevice, strCat("'", device, "' is not a device"),
              "use auto, cpu, cuda, or cuda:N for one of several GPUs");
}

Diagnostic become(const Start& start) { return replaceProcess(commandOf(start)); }

Result<int> runAndWait(const Start& start) { return runInForeground(commandOf(start)); }

}  // namespace gpuc::tool::run
