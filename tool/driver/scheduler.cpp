#include "tool/driver/scheduler.h"

#include <algorithm>
#include <map>
#include <sched.h>

namespace gpuc::tool::driver {

bool runJobs(const std::vector<Job>& jobs, int parallel, Reporter& reporter) {
  ProcessSet running;
  std::map<int, const Job*> byId;
  bool ok = true;
  auto next = jobs.begin();
  while (true) {
    while (ok && next != jobs.end() && running.running() < static_cast<std::size_t>(std::max(parallel, 1))) {
      const Job& job = *next++;
      if (!job.starting()) {
        ok = false;
        break;
      }
      Result<int> id = running.start(job.command);
      if (id) {
        byId.emplace(*id, &job);
      } else {
        reporter.report(id.error());
        ok = false;
      }
    }
    if (running.running() == 0) return ok && ProcessSet::interruption() == 0;
    auto finished = running.wait();
    if (!finished) return false;
    if (!byId[finished->id]->finished(finished->result)) ok = false;
  }
}

int processorCount() {
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable) == 0) return std::max(CPU_COUNT(&usable), 1);
  return 1;
}

}  // namespace gpuc::tool::driver
