// Tools of the CUDA toolkit that gpuc starts when they are asked for. None is needed.
#include "doctor/checks.h"

namespace gpuc::tool::doctor {

Finding checkTools(const Facts& facts) {
  Finding finding;
  std::string found, missing;
  auto append = [](std::string& list, const char* name) { list += (list.empty() ? "" : ", ") + std::string(name); };
  for (const char* name : {"cuda-gdb", "compute-sanitizer", "ncu"}) {
    std::string program;
    if (facts.cuda.found()) {
      std::string own = facts.cuda.root + "/bin/" + name;
      if (probeFile(facts.host, own, finding.probes)) program = own;
    }
    if (program.empty()) program = probePath(facts.host, name, finding.probes);
    append(program.empty() ? missing : found, name);
  }
  finding.verdict = missing.empty() ? Verdict::Ok : Verdict::Note;
  finding.summary = found.empty() ? "none of " + missing : found + (missing.empty() ? "" : "; not " + missing);
  return finding;
}

}  // namespace gpuc::tool::doctor
