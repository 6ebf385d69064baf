#include "tests/unit/temporary_directory.h"
#include "tool/driver/scheduler.h"

#include <algorithm>

namespace gpuc::tool::driver {
namespace {

// Jobs that note when they start and end.
struct Log {
  TemporaryDirectory directory;
  std::vector<std::string> events;
  Reporter reporter{{.quiet = true, .verbose = false, .color = false, .json = false}};

  Job job(const std::string& name, const std::string& script) {
    Job made;
    made.command = {.arguments = {"sh", "-c", script}, .directory = directory.path, .environment = {}};
    made.starting = [this, name] {
      events.push_back("+" + name);
      return true;
    };
    made.finished = [this, name](const ProcessResult& result) {
      events.push_back("-" + name);
      return result.ok();
    };
    return made;
  }
};

TEST_CASE("one at a time, in order") {
  Log log;
  CHECK(runJobs({log.job("a", "true"), log.job("b", "true")}, 1, log.reporter));
  CHECK(log.events == std::vector<std::string>{"+a", "-a", "+b", "-b"});
  CHECK(runJobs({}, 1, log.reporter));
}

TEST_CASE("two at a time") {
  Log log;
  // Each waits for the other to have started.
  std::string meet = "touch $0; while [ ! -e a ] || [ ! -e b ]; do sleep 0.01; done";
  Job a = log.job("a", meet), b = log.job("b", meet);
  a.command.arguments.push_back("a");
  b.command.arguments.push_back("b");
  CHECK(runJobs({a, b}, 2, log.reporter));
  CHECK(log.events.size() == 4);
}

TEST_CASE("after a failure nothing starts, what runs is finished") {
  Log log;
  std::string slow = "while [ ! -e failed ]; do sleep 0.01; done; echo done > slow";
  CHECK_FALSE(
      runJobs({log.job("a", slow), log.job("b", "touch failed; false"), log.job("c", "true")}, 2, log.reporter));
  CHECK(log.events == std::vector<std::string>{"+a", "+b", "-b", "-a"});
  CHECK(isFile(log.directory.path + "/slow"));
}

TEST_CASE("a job that cannot start fails") {
  Log log;
  Job refused = log.job("a", "true");
  refused.starting = [] { return false; };
  CHECK_FALSE(runJobs({refused, log.job("b", "true")}, 1, log.reporter));
  CHECK(log.events.empty());
  Job missing = log.job("a", "true");
  missing.command.arguments = {"/nowhere/program"};
  CHECK_FALSE(runJobs({missing}, 1, log.reporter));
  CHECK(log.reporter.exitStatus() != 0);
}

}  // namespace
}  // namespace gpuc::tool::driver
