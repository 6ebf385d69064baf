// What one check of the doctor found out.
#pragma once

#include "tool/base/codes.h"
#include "tool/toolchain/probe.h"

#include <optional>
#include <string>
#include <vector>

namespace gpuc::tool::doctor {

enum class Verdict {
  Ok,
  Note,     // nothing to mend: something optional is not there
  Warning,  // gpuc works, but something that users want does not
  Failure,  // `gpuc build`, or a run on the CPU executor, cannot work
};

struct Finding {
  std::string id;  // from checks.def; tools that read --json rely on it
  Verdict verdict = Verdict::Ok;
  std::string summary;               // what was found, one line
  std::vector<std::string> details;  // more about it, a line each
  Probes probes;                     // every place that was looked at
  std::optional<Code> code;          // for `gpuc explain`, where there is a problem
  std::string help;                  // a way out; never empty for a warning or failure
};

}  // namespace gpuc::tool::doctor
