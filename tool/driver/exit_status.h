// The exit status that a diagnostic means.
#pragma once

#include "tool/base/diagnostic.h"

namespace gpuc::tool::driver {

inline constexpr int kSuccess = 0;
inline constexpr int kFailure = 1;      // a build or a test failed
inline constexpr int kUsage = 2;        // the command line or gpuc.toml
inline constexpr int kEnvironment = 3;  // what the machine lacks
inline constexpr int kOurBug = 101;

// kSuccess for notes and warnings.
int exitStatus(const Diagnostic& diagnostic);

}  // namespace gpuc::tool::driver
