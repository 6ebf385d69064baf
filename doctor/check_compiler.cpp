// gpuc-cc has Clang and LLVM built in, so that it starts, and which targets it was built with, is all that can differ.
#include "doctor/checks.h"
#include "tool/toolchain/ask.h"

namespace gpuc::tool::doctor {

Finding checkCompiler(const Facts& facts) {
  Finding finding;
  const std::string& program = facts.installation.compiler;
  bool there = facts.host.isFile(program);
  finding.probes.push_back({program, there, {}});
  auto failed = [&](std::string summary) {
    finding.verdict = Verdict::Failure;
    finding.code = Code::NoCompiler;
    finding.summary = std::move(summary);
    finding.help = "run ./install.sh again, in a checkout of gpuc";
    return finding;
  };
  if (!there) return failed("not installed");
  // "gpuc-cc 0.1.0 (LLVM 22.1.8; targets: X86 NVPTX)"
  std::string version = ask(facts.host, {program, "--version"}).value_or("");
  version = version.substr(0, version.find('\n'));
  finding.probes.back().remark = version;
  if (version.empty()) return failed("gpuc-cc does not start");
  if (version.find("(LLVM " + std::to_string(kClangMajor) + ".") == std::string::npos)
    return failed("gpuc-cc was built with another LLVM: " + version);
  std::size_t targets = version.find("targets:");
  for (const char* target : {"X86", "NVPTX"})
    if (targets == std::string::npos || version.find(target, targets) == std::string::npos)
      return failed("gpuc-cc was built without the " + std::string(target) + " target: " + version);
  finding.summary = version;
  return finding;
}

}  // namespace gpuc::tool::doctor
