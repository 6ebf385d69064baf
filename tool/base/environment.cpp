#include "tool/base/environment.h"

#include <climits>
#include <unistd.h>

extern char** environ;

namespace gpuc::tool {

std::string Environment::get(const std::string& name) const {
  auto found = variables.find(name);
  return found == variables.end() ? std::string() : found->second;
}

Environment Environment::ofProcess() {
  Environment environment;
  for (char** entry = environ; *entry; ++entry) {
    std::string text = *entry;
    std::size_t equals = text.find('=');
    if (equals != std::string::npos) environment.variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  char buffer[PATH_MAX];
  if (getcwd(buffer, sizeof buffer)) environment.directory = buffer;
  ssize_t length = readlink("/proc/self/exe", buffer, sizeof buffer);
  if (length > 0) environment.executable.assign(buffer, length);
  return environment;
}

}  // namespace gpuc::tool
