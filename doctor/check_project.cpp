// The manifest of the project around the current directory, as the command read it.
#include "doctor/checks.h"

namespace gpuc::tool::doctor {

Finding checkProject(const Facts& facts) {
  Finding finding;
  const ProjectReport& project = facts.project;
  finding.probes = project.probes;
  if (project.manifest.empty()) {
    finding.verdict = Verdict::Note;
    finding.summary = "none: no gpuc.toml here or above";
    return finding;
  }
  finding.summary = project.name.empty() ? project.manifest : project.name + ", " + project.manifest;
  bool broken = false;
  for (const Diagnostic& diagnostic : project.diagnostics) {
    const Place& place = diagnostic.place;
    std::string line = place.file.empty() ? "" : place.file + ":" + std::to_string(place.line) + ": ";
    finding.details.push_back(line + diagnostic.message);
    broken |= diagnostic.severity == Severity::Error;
    if (!finding.code) finding.code = static_cast<Code>(diagnostic.code);
    if (finding.help.empty()) finding.help = diagnostic.help;
  }
  if (project.diagnostics.empty()) return finding;
  finding.verdict = broken ? Verdict::Failure : Verdict::Warning;
  if (finding.help.empty()) finding.help = "mend " + project.manifest;
  return finding;
}

}  // namespace gpuc::tool::doctor
