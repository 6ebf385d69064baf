#include "doctor/checks.h"

#include <algorithm>

namespace gpuc::tool::doctor {

Finding checkGpu(const Facts& facts) {
  Finding finding;
  const GpuDriver& driver = facts.driver;
  // Set to nothing it hides every GPU, so that differs from not being set.
  if (auto visible = facts.host.variables.find("CUDA_VISIBLE_DEVICES"); visible != facts.host.variables.end())
    finding.probes.push_back({visible->first, true, "is '" + visible->second + "'"});
  auto problem = [&](Code code, std::string summary, std::string help) {
    finding.verdict = facts.gpuProblem();
    finding.code = code;
    finding.summary = std::move(summary);
    finding.help = std::move(help);
    return finding;
  };
  if (!driver.ready())
    return problem(Code::NoGpu, "none can be used without a driver",
                   "mend the driver first; programs run on the CPU executor until then");
  if (driver.gpus.empty())
    return problem(Code::NoGpu, "the driver sees none",
                   finding.probes.empty() ? "check that a GPU is in the machine and given to this container"
                                          : "CUDA_VISIBLE_DEVICES may hide it: unset it");
  auto text = [](int capability) { return std::to_string(capability / 10) + "." + std::to_string(capability % 10); };
  for (const Gpu& gpu : driver.gpus) {
    bool usable = gpu.capability >= kMinCapability;
    std::string remark = "compute capability " + text(gpu.capability);
    if (!usable) remark += ", but gpuc needs " + text(kMinCapability);
    finding.probes.push_back({"GPU " + std::to_string(gpu.index) + ", " + gpu.name, usable, remark});
  }
  auto usable = std::ranges::count_if(driver.gpus, [](const Gpu& g) { return g.capability >= kMinCapability; });
  if (usable == 0)
    return problem(Code::DriverUnusable, "none has compute capability " + text(kMinCapability) + " or later",
                   "use `--device cpu`, or a GPU of the Ampere generation or later");
  finding.summary = std::to_string(usable) + " usable of " + std::to_string(driver.gpus.size());
  return finding;
}

}  // namespace gpuc::tool::doctor
