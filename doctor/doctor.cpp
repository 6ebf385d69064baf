#include "doctor/doctor.h"

#include "doctor/checks.h"
#include "doctor/render.h"

#include <algorithm>
#include <sys/utsname.h>

namespace gpuc::tool::doctor {

namespace {

constexpr int kExitEnvironment = 3;

constexpr Check kChecks[] = {
#define GPUC_CHECK(id, function, title) {#id, title, function},
#include "doctor/checks.def"
#undef GPUC_CHECK
};

Machine thisMachine() {
  utsname names = {};
  if (uname(&names) != 0) return {};
  return {names.sysname, names.release, names.machine};
}

}  // namespace

std::span<const Check> allChecks() { return kChecks; }

Facts gatherFacts(const DoctorOptions& options, const Host& host) {
  Facts facts;
  facts.host = host;
  facts.machine = thisMachine();
  facts.clang = findClang(host);
  facts.linker = findLinker(host);
  facts.cuda = findCuda(host, options.cuda);
  facts.driver = probeDriver(host);
  facts.installation = findInstallation(host, options.program);
  facts.project = options.project;
  facts.requireGpu = options.requireGpu;
  return facts;
}

std::vector<Finding> examine(const Facts& facts) {
  std::vector<Finding> findings;
  for (const Check& check : allChecks()) {
    findings.push_back(check.run(facts));
    findings.back().id = check.id;
  }
  return findings;
}

int exitStatus(const std::vector<Finding>& findings) {
  bool failed = std::ranges::any_of(findings, [](const Finding& f) { return f.verdict == Verdict::Failure; });
  return failed ? kExitEnvironment : 0;
}

int runDoctor(const DoctorOptions& options, const Host& host, std::string& output) {
  Facts facts = gatherFacts(options, host);
  std::vector<Finding> findings = examine(facts);
  output += options.json ? renderJson(options, facts, findings) : renderText(options, facts, findings);
  return exitStatus(findings);
}

}  // namespace gpuc::tool::doctor
