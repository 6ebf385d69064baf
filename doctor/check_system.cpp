// Linux on x86-64 is what gpuc is built for and tested on, and what the CPU executor's code needs of the processor.
#include "doctor/checks.h"
#include "tool/base/text.h"

#include <algorithm>

namespace gpuc::tool::doctor {

namespace {

// The value of PRETTY_NAME in os-release, without its quotes.
std::string distribution(const std::string& osRelease) {
  constexpr std::string_view key = "PRETTY_NAME=";
  std::size_t at = osRelease.starts_with(key) ? 0 : osRelease.find("\n" + std::string(key));
  if (at == std::string::npos) return "an unnamed distribution";
  at = osRelease.find('=', at) + 1;
  std::string value = osRelease.substr(at, osRelease.find('\n', at) - at);
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
  return value;
}

// Those of the instruction sets of the CPU executor (lib/host asks for the same) that the processor lacks.
std::vector<std::string> missingInstructions(const std::string& cpuInfo) {
  std::size_t at = cpuInfo.find("\nflags");
  if (at == std::string::npos) return {};
  std::vector<std::string> flags = split(cpuInfo.substr(at + 1, cpuInfo.find('\n', at + 1) - at - 1), ' ');
  std::vector<std::string> missing = {"avx2", "fma", "bmi2"};
  std::erase_if(missing, [&](const std::string& name) { return std::ranges::find(flags, name) != flags.end(); });
  return missing;
}

}  // namespace

Finding checkSystem(const Facts& facts) {
  Finding finding;
  const Machine& machine = facts.machine;
  auto osRelease = facts.host.read("/etc/os-release");
  finding.probes.push_back({"/etc/os-release", osRelease.has_value(), {}});
  finding.summary = machine.system + " " + machine.release + " on " + machine.architecture + ", " +
                    distribution(osRelease.value_or(""));
  if (machine.system != "Linux" || machine.architecture != "x86_64") {
    finding.verdict = Verdict::Failure;
    finding.help = "gpuc runs on Linux on x86-64; use such a machine, a container or a virtual machine of that kind";
    return finding;
  }
  auto cpuInfo = facts.host.read("/proc/cpuinfo");
  std::vector<std::string> missing = missingInstructions(cpuInfo.value_or(""));
  finding.probes.push_back({"/proc/cpuinfo", cpuInfo.has_value(), {}});
  if (!missing.empty()) {
    finding.verdict = Verdict::Failure;
    finding.code = Code::CpuTooOld;
    finding.summary = "the processor has no " + join(missing, ", ") + ", which the CPU executor needs";
    finding.help = "use a processor of 2013 (Haswell) or later, or let the virtual machine pass the host's on";
  }
  return finding;
}

}  // namespace gpuc::tool::doctor
