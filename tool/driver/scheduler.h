// Jobs: child processes, several at a time. Their output is collected whole and handed over when they end, so that
// no two jobs' messages mix.
#pragma once

#include "tool/base/process.h"
#include "tool/driver/reporter.h"

#include <functional>
#include <string>
#include <vector>

namespace gpuc::tool::driver {

struct Job {
  Command command;
  std::function<bool()> starting;                      // false: it failed already and is not started
  std::function<bool(const ProcessResult&)> finished;  // false: it failed
};

// After the first failure no further job is started; those that run are finished. False when one failed, or when an
// interruption ended them all.
bool runJobs(const std::vector<Job>& jobs, int parallel, Reporter& reporter);

// Of the machine, as far as this process may use it.
int processorCount();

}  // namespace gpuc::tool::driver
