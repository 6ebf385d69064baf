// Everything that gpuc says while it works: progress and diagnostics on stderr, or one JSON object a line on stdout.
#pragma once

#include "tool/base/diagnostic.h"
#include "tool/base/json.h"

#include <set>
#include <string>
#include <string_view>

namespace gpuc::tool::driver {

struct ReporterOptions {
  bool quiet = false;
  bool verbose = false;
  bool color = false;
  bool json = false;  // --message-format=json
};

class Reporter {
 public:
  explicit Reporter(ReporterOptions options) : options(options) {}

  // "   Compiling src/main.cpp"
  void status(std::string_view verb, std::string_view text);

  // Only with -v.
  void detail(std::string_view verb, std::string_view text);

  // A diagnostic that was said already, as one in a header that several files include, is not repeated.
  void report(const Diagnostic& diagnostic);

  // {"reason": "artifact", ...}: only in JSON.
  void artifact(std::string_view name, std::string_view path, bool fresh);
  void finished(bool success);

  // What the diagnostics so far mean: our own bug before the machine's lack before wrong usage before a failure.
  int exitStatus() const { return worst; }
  bool verbose() const { return options.verbose; }
  bool quiet() const { return options.quiet; }
  bool color() const { return options.color; }

 private:
  ReporterOptions options;
  std::set<std::string> said;
  int worst = 0;

  void say(std::string_view verb, std::string_view text);
};

// Whole lines at once, so that two processes do not mix theirs. A closed pipe is no error.
void writeOut(std::string_view text);
void writeError(std::string_view text);

}  // namespace gpuc::tool::driver
