// libdevice has the device's math functions (sin, exp, pow and so on) as LLVM bitcode.
#include "doctor/checks.h"

namespace gpuc::tool::doctor {

Finding checkLibdevice(const Facts& facts) {
  Finding finding;
  finding.summary = facts.cuda.libdevice;
  if (!facts.cuda.libdevice.empty()) {
    finding.probes.push_back({facts.cuda.libdevice, true, {}});
    return finding;
  }
  finding.verdict = facts.gpuProblem();
  finding.code = Code::MathNeedsLibdevice;
  finding.summary = facts.cuda.found() ? "not in the toolkit in " + facts.cuda.root : "there is no toolkit";
  for (const Probe& probe : facts.cuda.probes)
    if (probe.path.ends_with("libdevice.10.bc")) finding.probes.push_back(probe);
  finding.help = "install the toolkit's nvvm directory (cuda-nvvm, in older toolkits cuda-nvcc); until then kernels "
                 "that call functions such as sin and exp run on the CPU executor only";
  return finding;
}

}  // namespace gpuc::tool::doctor
