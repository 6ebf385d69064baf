#include "doctor/render.h"

#include "doctor/checks.h"
#include "tool/base/json.h"

#include <algorithm>

namespace gpuc::tool::doctor {

namespace {

struct Look {
  const char* word;   // of the same width, so that the titles line up
  const char* name;   // in JSON
  const char* color;  // an ANSI sequence
};

Look look(Verdict verdict) {
  switch (verdict) {
    case Verdict::Ok: return {"ok     ", "ok", "\033[32m"};
    case Verdict::Note: return {"note   ", "note", "\033[36m"};
    case Verdict::Warning: return {"warning", "warning", "\033[33m"};
    case Verdict::Failure: return {"FAILED ", "failure", "\033[31m"};
  }
  return {};
}

bool gpuUsable(const std::vector<Finding>& findings) {
  return std::ranges::all_of(
      findings, [](const Finding& f) { return (f.id != "driver" && f.id != "gpu") || f.verdict == Verdict::Ok; });
}

std::string plural(std::ptrdiff_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string closing(const Facts& facts, const std::vector<Finding>& findings) {
  auto failures = std::ranges::count(findings, Verdict::Failure, &Finding::verdict);
  auto warnings = std::ranges::count(findings, Verdict::Warning, &Finding::verdict);
  std::string counts = warnings == 0 ? "" : " (" + plural(warnings, "warning") + ")";
  if (failures != 0)
    return plural(failures, "check") + " failed" + counts + ": " +
           (facts.requireGpu && !gpuUsable(findings) ? "a GPU is required and cannot be used"
                                                     : "gpuc cannot build and run programs yet");
  if (gpuUsable(findings)) return "gpuc can build programs and run them on this machine's GPU" + counts;
  return "gpuc can build programs and run them on the CPU executor; no GPU is usable" + counts;
}

}  // namespace

std::string renderText(const DoctorOptions& options, const Facts& facts, const std::vector<Finding>& findings) {
  const std::string indent(10, ' ');
  std::string text = "gpuc " + options.version + ": looking at this machine\n\n";
  std::span<const Check> checks = allChecks();
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    Look shown = look(finding.verdict);
    std::string word = options.color ? shown.color + std::string(shown.word) + "\033[0m" : shown.word;
    text += " " + word + "  " + checks[i].title + ": " + finding.summary + "\n";
    for (const std::string& detail : finding.details) text += indent + detail + "\n";
    for (const Probe& probe : finding.probes) {
      text += indent + (probe.found ? "+ " : "- ") + probe.path;
      text += probe.remark.empty() ? "\n" : " (" + probe.remark + ")\n";
    }
    if (!finding.help.empty()) text += indent + "help: " + finding.help + "\n";
    if (finding.code) {
      std::string name = codeName(static_cast<int>(*finding.code));
      text += indent + "more: gpuc explain " + name + "\n";
    }
  }
  text += "\n" + closing(facts, findings) + ".\n";
  return text;
}

std::string renderJson(const DoctorOptions& options, const Facts& facts, const std::vector<Finding>& findings) {
  Json report = Json::object();
  int exit = exitStatus(findings);
  report.set("version", options.version);
  report.set("ok", exit == 0);
  report.set("exit", exit);
  report.set("gpu", gpuUsable(findings));
  report.set("require_gpu", facts.requireGpu);
  Json list = Json::array();
  std::span<const Check> checks = allChecks();
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    Json check = Json::object();
    check.set("id", finding.id);
    check.set("title", checks[i].title);
    check.set("verdict", look(finding.verdict).name);
    check.set("summary", finding.summary);
    check.set("details", Json::strings(finding.details));
    check.set("code", finding.code ? Json(codeName(static_cast<int>(*finding.code))) : Json());
    check.set("help", finding.help);
    Json probes = Json::array();
    for (const Probe& probe : finding.probes) {
      Json entry = Json::object();
      entry.set("path", probe.path);
      entry.set("found", probe.found);
      entry.set("remark", probe.remark);
      probes.push(std::move(entry));
    }
    check.set("probes", std::move(probes));
    list.push(std::move(check));
  }
  report.set("checks", std::move(list));
  return report.text(true) + "\n";
}

}  // namespace gpuc::tool::doctor
