// Clang's own headers, which gpuc-cc cannot carry inside itself. The clang-22 program is for editors and for building
// gpuc; its absence is only noted.
#include "doctor/checks.h"

namespace gpuc::tool::doctor {

Finding checkClang(const Facts& facts) {
  Finding finding;
  const ClangInstallation& clang = facts.clang;
  finding.probes = clang.probes;
  if (clang.resourceDir.empty()) {
    finding.verdict = Verdict::Failure;
    finding.code = Code::NoClangHeaders;
    finding.summary = "Clang 22's own headers (stddef.h and others) are missing";
    finding.help = "apt-get install libclang-common-22-dev";
    return finding;
  }
  finding.summary = clang.resourceDir;
  if (clang.program.empty()) finding.details.push_back("the clang-22 program is not installed; gpuc does not need it");
  return finding;
}

}  // namespace gpuc::tool::doctor
