// The doctor as a whole, on made-up machines.
#include "doctor/checks.h"
#include "doctor/doctor.h"
#include "tests/unit/toolchain/fake_host.h"
#include "tool/base/json.h"

#include <doctest/doctest.h>

using namespace gpuc::tool;
using namespace gpuc::tool::doctor;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// A machine on which gpuc works, without toolkit and GPU.
struct GoodHost : FakeHost {
  GoodHost() {
    file("/etc/os-release", "PRETTY_NAME=\"Debian GNU/Linux 12\"\n");
    file("/usr/lib/llvm-22/lib/clang/22/include/stddef.h");
    gcc("12");
    file("/usr/lib/x86_64-linux-gnu/Scrt1.o");
    program("/usr/bin/ld.lld-22");
    program("/p/libexec/gpuc/gpuc-cc", "gpuc-cc 0.1.0 (LLVM 22.1.8; targets: X86 NVPTX)");
    for (const char* part : {"include/gpuc/gpuc.hpp", "lib/gpuc/libgpuc.a", "lib/gpuc/libgpuc_test_main.a",
                             "lib/gpuc/pch/a.pch", "share/gpuc/templates/lib/gpuc.toml", "share/gpuc/errors/0001.md"})
      file(std::string("/p/") + part);
  }
};

struct Report {
  int exit;
  std::string text;
};

Report run(const Host& host, DoctorOptions options = {}) {
  options.version = "0.1.0";
  options.program = "/p/bin/gpuc";
  Report report;
  report.exit = runDoctor(options, host, report.text);
  return report;
}

}  // namespace

TEST_CASE("without toolkit and GPU, gpuc works on the CPU executor") {
  GoodHost fake;
  Report report = run(fake.host);
  CHECK(report.exit == 0);
  CHECK(contains(report.text, "warning  CUDA toolkit"));
  CHECK(contains(report.text, "run them on the CPU executor; no GPU is usable (5 warnings)."));
}

TEST_CASE("--require-gpu turns the same machine into a failure") {
  GoodHost fake;
  Report report = run(fake.host, {.requireGpu = true});
  CHECK(report.exit == 3);
  CHECK(contains(report.text, "5 checks failed: a GPU is required and cannot be used."));
}

TEST_CASE("an empty machine: every check runs, and every failure has a way out") {
  FakeHost fake;
  Report report = run(fake.host);
  CHECK(report.exit == 3);
  for (const Check& check : allChecks()) {
    CAPTURE(check.id);
    CHECK(contains(report.text, std::string("  ") + check.title + ": "));
  }
  Facts facts = gatherFacts({.program = "/p/bin/gpuc"}, fake.host);
  for (const Finding& finding : examine(facts)) {
    CAPTURE(finding.id);
    bool problem = finding.verdict == Verdict::Failure || finding.verdict == Verdict::Warning;
    CHECK(problem != finding.help.empty());
    for (const Probe& probe : finding.probes) CHECK(contains(report.text, probe.path));
  }
}

TEST_CASE("one thing that a build needs is missing: exit 3, and it is named") {
  GoodHost fake;
  std::filesystem::remove(fake.host.root + "/usr/bin/ld.lld-22");
  Report report = run(fake.host);
  CHECK(report.exit == 3);
  CHECK(contains(report.text, "FAILED   lld 22: not found"));
  CHECK(contains(report.text, "gpuc explain GPUC0702"));
  CHECK(contains(report.text, "1 check failed (5 warnings): gpuc cannot build and run programs yet."));
}

TEST_CASE("JSON says the same") {
  GoodHost fake;
  Report report = run(fake.host, {.json = true});
  auto json = Json::parse(report.text, "report");
  REQUIRE(json);
  REQUIRE(json->find("ok"));
  CHECK(*json->find("ok")->asBool());
  CHECK_FALSE(*json->find("gpu")->asBool());
  const Json::Array* checks = json->find("checks")->asArray();
  REQUIRE(checks);
  REQUIRE(checks->size() == allChecks().size());
  for (std::size_t i = 0; i < checks->size(); ++i) {
    const Json& check = (*checks)[i];
    CHECK(*check.find("id")->asString() == allChecks()[i].id);
    CHECK(check.find("probes")->asArray());
  }
  const Json& toolkit = (*checks)[6];
  CHECK(*toolkit.find("verdict")->asString() == "warning");
  CHECK(*toolkit.find("code")->asString() == "GPUC0704");

  std::filesystem::remove(fake.host.root + "/p/lib/gpuc/libgpuc.a");
  Report broken = run(fake.host, {.json = true});
  auto brokenJson = Json::parse(broken.text, "report");
  REQUIRE(brokenJson);
  CHECK_FALSE(*brokenJson->find("ok")->asBool());
  CHECK(broken.exit == 3);
}
