#include "doctor/checks.h"

namespace gpuc::tool::doctor {

Finding checkLinker(const Facts& facts) {
  Finding finding;
  finding.probes = facts.linker.probes;
  finding.summary = facts.linker.program;
  if (!facts.linker.found()) {
    finding.verdict = Verdict::Failure;
    finding.code = Code::NoLinker;
    finding.summary = "not found";
    finding.help = "apt-get install lld-22, or name an ld.lld with GPUC_LINKER";
  }
  return finding;
}

}  // namespace gpuc::tool::doctor
