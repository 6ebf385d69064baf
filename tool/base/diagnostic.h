// One message to the user, independent of who found it and of how it is shown.
#pragma once

#include <string>
#include <vector>

namespace gpuc::tool {

enum class Severity { Note, Warning, Error, Internal };

struct Place {
  std::string file;  // relative to the project where it is inside, else absolute; empty: no place
  int line = 0;      // 1-based, 0: the whole file
  int column = 0;    // 1-based, 0: the whole line
  int length = 1;    // characters to underline from column on
  std::string text;  // the source line, without its newline
};

struct DiagnosticNote {
  Place place;
  std::string message;
};

struct Diagnostic {
  int code = 0;  // base/codes.def
  Severity severity = Severity::Error;
  Place place;
  std::string message;  // lower case, no full stop
  std::vector<DiagnosticNote> notes;
  std::string help;  // a way out, one line; may be empty
};

// The form that editors parse, with the source line and carets, notes and help below it; ends with a newline.
std::string renderDiagnostic(const Diagnostic& diagnostic, bool color);

// "error", "warning", ...
const char* severityName(Severity severity);

}  // namespace gpuc::tool
