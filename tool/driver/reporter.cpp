#include "tool/driver/reporter.h"

#include "tool/base/diagnostic_json.h"
#include "tool/base/text.h"
#include "tool/driver/exit_status.h"

#include <cerrno>
#include <unistd.h>

namespace gpuc::tool::driver {

namespace {

void writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    ssize_t count = write(descriptor, text.data(), text.size());
    if (count >= 0)
      text.remove_prefix(count);
    else if (errno != EINTR)
      return;
  }
}

void writeJson(const Json& json) { writeOut(json.text() + "\n"); }

int rank(int status) {
  switch (status) {
    case kOurBug: return 4;
    case kEnvironment: return 3;
    case kUsage: return 2;
    default: return status;
  }
}

}  // namespace

void writeOut(std::string_view text) { writeAll(STDOUT_FILENO, text); }
void writeError(std::string_view text) { writeAll(STDERR_FILENO, text); }

void Reporter::say(std::string_view verb, std::string_view text) {
  constexpr std::size_t kWidth = 12;
  std::string padding(verb.size() < kWidth ? kWidth - verb.size() : 0, ' ');
  std::string shown = options.color ? strCat("\033[1;32m", verb, "\033[0m") : std::string(verb);
  writeError(strCat(padding, shown, " ", text, "\n"));
}

void Reporter::status(std::string_view verb, std::string_view text) {
  if (!options.quiet) say(verb, text);
}

void Reporter::detail(std::string_view verb, std::string_view text) {
  if (options.verbose) say(verb, text);
}

void Reporter::report(const Diagnostic& diagnostic) {
  int status = driver::exitStatus(diagnostic);
  if (rank(status) > rank(worst)) worst = status;
  if (!said.insert(renderDiagnostic(diagnostic, false)).second) return;
  if (options.json) {
    Json line = Json::object();
    writeJson(line.set("reason", "diagnostic").set("diagnostic", toJson(diagnostic)));
  } else if (!options.quiet || diagnostic.severity != Severity::Note) {
    writeError(renderDiagnostic(diagnostic, options.color));
  }
}

void Reporter::artifact(std::string_view name, std::string_view path, bool fresh) {
  if (!options.json) return;
  Json line = Json::object();
  writeJson(line.set("reason", "artifact").set("name", name).set("path", path).set("fresh", fresh));
}

void Reporter::finished(bool success) {
  if (!options.json) return;
  Json line = Json::object();
  writeJson(line.set("reason", "build-finished").set("success", success));
}

}  // namespace gpuc::tool::driver
