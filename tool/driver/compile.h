// Asks gpuc-cc, one process per unit, and takes its answers over.
#pragma once

#include "tool/driver/reporter.h"
#include "tool/driver/scheduler.h"
#include "tool/driver/tools.h"
#include "tool/model/plan.h"
#include "tool/plan/state.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gpuc::tool::driver {

struct CompileJob {
  const Unit* unit = nullptr;
  std::vector<std::uint64_t> key;  // the unit's fingerprint
};

// False when a unit failed; everything is reported. The units that succeeded are noted in `state`.
bool compileUnits(const std::vector<CompileJob>& jobs, const Tools& tools, plan::State& state, int parallel,
                  Reporter& reporter);

// One request whose result no state describes: an editor's stub, a precompiled header. Writes the request beside its
// response and answers with the response, or with why there is none.
Result<Response> ask(const Tools& tools, const Request& request);

}  // namespace gpuc::tool::driver
