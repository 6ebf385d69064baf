#include "tool/toolchain/probe.h"

namespace gpuc::tool {

bool probeFile(const Host& host, std::string path, Probes& probes) {
  bool found = host.isFile(path);
  probes.push_back({std::move(path), found, {}});
  return found;
}

std::string probePath(const Host& host, std::string_view name, Probes& probes) {
  for (const std::string& directory : host.path()) {
    std::string candidate = directory + "/" + std::string(name);
    if (host.isFile(candidate)) {
      probes.push_back({candidate, true, "on PATH"});
      return candidate;
    }
  }
  probes.push_back({std::string(name), false, "not on PATH"});
  return {};
}

}  // namespace gpuc::tool
