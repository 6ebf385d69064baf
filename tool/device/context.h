// What passes on device code share with whoever runs them.
#pragma once

#include "tool/base/diagnostic.h"

#include <algorithm>
#include <vector>

namespace gpuc::tool {

struct DeviceContext {
  std::vector<Diagnostic> diagnostics;

  // Passes report and go on; the pipeline stops at its next checkpoint when this is true.
  bool failed() const {
    return std::any_of(diagnostics.begin(), diagnostics.end(),
                       [](const Diagnostic& diagnostic) { return diagnostic.severity >= Severity::Error; });
  }
  void add(std::vector<Diagnostic> found) {
    diagnostics.insert(diagnostics.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  }
};

}  // namespace gpuc::tool
