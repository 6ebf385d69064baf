// ptxas makes cubins ahead of time. Without it the driver compiles the PTX when the program first runs.
#include "doctor/checks.h"

namespace gpuc::tool::doctor {

Finding checkPtxas(const Facts& facts) {
  Finding finding;
  finding.summary = facts.cuda.ptxas;
  if (!facts.cuda.ptxas.empty()) {
    finding.probes.push_back({facts.cuda.ptxas, true, {}});
    return finding;
  }
  finding.verdict = facts.gpuProblem();
  finding.code = Code::PtxasMissing;
  finding.summary = facts.cuda.found() ? "not in the toolkit in " + facts.cuda.root : "there is no toolkit";
  for (const Probe& probe : facts.cuda.probes)
    if (probe.path.ends_with("ptxas")) finding.probes.push_back(probe);
  finding.help = "install the toolkit's compiler (cuda-nvcc); until then the driver compiles the PTX when a program "
                 "first runs";
  return finding;
}

}  // namespace gpuc::tool::doctor
