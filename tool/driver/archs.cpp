#include "tool/driver/archs.h"

#include <algorithm>

namespace gpuc::tool::driver {

namespace {

// sm_90 before sm_90a before sm_100
bool before(const std::string& left, const std::string& right) {
  auto digits = [](const std::string& name) { return name.size() - name.ends_with('a'); };
  return digits(left) != digits(right) ? digits(left) < digits(right) : left < right;
}

}  // namespace

Archs resolveArchs(const std::vector<std::string>& written, const std::vector<std::string>& native) {
  Archs archs;
  for (const std::string& name : written) {
    if (name == "native") {
      archs.names.insert(archs.names.end(), native.begin(), native.end());
    } else {
      archs.names.push_back(name);
      archs.required = true;
    }
  }
  if (archs.names.empty()) return {{"sm_80"}, false, false};
  std::ranges::sort(archs.names, before);
  auto repeated = std::ranges::unique(archs.names);
  archs.names.erase(repeated.begin(), repeated.end());
  return archs;
}

}  // namespace gpuc::tool::driver
