// libstdc++ and the start files. The trap: Clang takes the highest GCC directory, and a package may have brought that
// directory without the headers of its standard library.
#include "doctor/checks.h"

namespace gpuc::tool::doctor {

Finding checkStdlib(const Facts& facts) {
  Finding finding;
  const GccInstallation& gcc = facts.clang.gcc;
  finding.probes = gcc.probes;
  auto failed = [&](std::string summary, std::string help) {
    finding.verdict = Verdict::Failure;
    finding.code = Code::NoStandardLibrary;
    finding.summary = std::move(summary);
    finding.help = std::move(help);
    return finding;
  };
  if (!gcc.found()) return failed("no GCC installation, which brings libstdc++", "apt-get install g++");
  if (!gcc.hasHeaders()) {
    std::string summary =
        "Clang picks GCC " + gcc.version + " (" + gcc.directory + "), whose libstdc++ headers are not installed";
    if (!gcc.otherWithHeaders.empty()) summary += "; those of GCC " + gcc.otherWithHeaders + " are";
    return failed(std::move(summary), "apt-get install libstdc++-" + gcc.version + "-dev");
  }
  if (gcc.startFiles.empty()) return failed("the C library's Scrt1.o is missing", "apt-get install libc6-dev");
  finding.summary = "libstdc++ of GCC " + gcc.version + ", in " + gcc.includes.front();
  return finding;
}

}  // namespace gpuc::tool::doctor
