// What install.sh puts below the prefix. A part that a build needs is a failure; without precompiled headers a build
// takes a second longer, and without templates or pages only `gpuc new` or `gpuc explain` suffers.
#include "doctor/checks.h"

#include <algorithm>

namespace gpuc::tool::doctor {

Finding checkRuntime(const Facts& facts) {
  Finding finding;
  const Host& host = facts.host;
  const Installation& installation = facts.installation;
  finding.probes = installation.probes;
  finding.summary = "installed in " + installation.prefix;

  std::vector<std::string> lacking;
  std::vector<std::string> headers = host.list(installation.precompiled);
  bool precompiled = std::ranges::any_of(headers, [](const std::string& name) { return name.ends_with(".pch"); });
  finding.probes.push_back({installation.precompiled + "/*.pch", precompiled, {}});
  if (!precompiled) lacking.push_back("the precompiled headers");
  for (const auto& [directory, what] :
       {std::pair(installation.templates, "the templates"), std::pair(installation.errors, "the error pages")}) {
    bool found = !host.list(directory).empty();
    finding.probes.push_back({directory, found, {}});
    if (!found) lacking.push_back(what);
  }

  if (!installation.complete()) {
    auto missing = std::ranges::count(installation.probes, false, &Probe::found);
    finding.verdict = Verdict::Failure;
    finding.summary = std::to_string(missing) + " of its parts " + (missing == 1 ? "is" : "are") + " missing below " +
                      installation.prefix;
    finding.code = Code::NoRuntime;
    finding.help = "run ./install.sh again, in a checkout of gpuc";
  } else if (!lacking.empty()) {
    finding.verdict = Verdict::Warning;
    finding.summary += ", without ";
    for (std::size_t i = 0; i < lacking.size(); ++i)
      finding.summary += (i == 0 ? "" : i + 1 == lacking.size() ? " and " : ", ") + lacking[i];
    finding.help = "run ./install.sh again, in a checkout of gpuc";
  }
  return finding;
}

}  // namespace gpuc::tool::doctor
