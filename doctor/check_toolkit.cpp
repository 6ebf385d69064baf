#include "doctor/checks.h"

namespace gpuc::tool::doctor {

Finding checkToolkit(const Facts& facts) {
  Finding finding;
  const CudaToolkit& cuda = facts.cuda;
  finding.probes = cuda.probes;
  finding.details = cuda.warnings;
  if (!cuda.found()) {
    finding.verdict = facts.gpuProblem();
    finding.code = Code::NoToolkit;
    finding.summary = cuda.explicitRoot ? "the place that was named is not a usable toolkit"
                                        : "no usable toolkit, " + cudaVersionText(kMinCudaVersion) + " or later";
    finding.help = "install a CUDA toolkit, or name one with --cuda or GPUC_CUDA; without it programs build with PTX "
                   "only, and without the device's math library";
    return finding;
  }
  finding.summary = cudaVersionText(cuda.version) + " in " + cuda.root + " (from " + cuda.origin + ")";
  if (!cuda.warnings.empty()) {
    finding.verdict = Verdict::Warning;
    finding.help = "unset the variable, or set it to the toolkit that you mean";
  }
  return finding;
}

}  // namespace gpuc::tool::doctor
