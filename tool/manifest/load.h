// gpuc.toml -> Manifest. Every problem is reported with its line, not only the first one; the one user of toml++.
#pragma once

#include "tool/base/result.h"
#include "tool/model/manifest.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gpuc::tool::manifest {

inline constexpr const char* kFileName = "gpuc.toml";

struct Loaded {
  std::optional<Manifest> manifest;  // nothing when a diagnostic is an error
  std::vector<Diagnostic> diagnostics;
};

// `path` is absolute; the project's root is its directory.
Loaded load(const std::string& path);

// The same from text, with `name` in messages.
Loaded parse(std::string_view text, const std::string& name);

}  // namespace gpuc::tool::manifest
