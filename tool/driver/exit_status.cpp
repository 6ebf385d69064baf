#include "tool/driver/exit_status.h"

#include "tool/base/codes.h"

namespace gpuc::tool::driver {

int exitStatus(const Diagnostic& diagnostic) {
  if (diagnostic.severity == Severity::Internal) return kOurBug;
  if (diagnostic.severity != Severity::Error) return kSuccess;
  // The disk's refusals are in the range of the command line for their numbers alone.
  if (diagnostic.code == static_cast<int>(Code::FileAccess)) return kFailure;
  switch (diagnostic.code / 100) {
    case 0:
    case 1: return kUsage;
    case 7: return kEnvironment;
    case 9: return kOurBug;
    default: return kFailure;
  }
}

}  // namespace gpuc::tool::driver
