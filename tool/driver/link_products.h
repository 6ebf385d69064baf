// The link stage of a build: every program whose objects changed.
#pragma once

#include "tool/driver/reporter.h"
#include "tool/driver/tools.h"
#include "tool/model/plan.h"
#include "tool/plan/state.h"

#include <string>

namespace gpuc::tool::driver {

struct LinkOutcome {
  bool ok = true;       // false: everything is reported
  bool linked = false;  // something had to be made
};

LinkOutcome linkProducts(const Plan& plan, const Tools& tools, const std::string& output, plan::State& state,
                         int parallel, Reporter& reporter);

}  // namespace gpuc::tool::driver
