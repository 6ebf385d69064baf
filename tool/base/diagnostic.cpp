#include "tool/base/diagnostic.h"

#include "tool/base/result.h"

#include <algorithm>

namespace gpuc::tool {

namespace {

constexpr const char* kBold = "\033[1m";
constexpr const char* kReset = "\033[0m";
constexpr const char* kCyan = "\033[1;36m";
constexpr const char* kGreen = "\033[1;32m";

const char* severityColor(Severity severity) {
  switch (severity) {
    case Severity::Note: return kCyan;
    case Severity::Warning: return "\033[1;35m";
    case Severity::Error:
    case Severity::Internal: return "\033[1;31m";
  }
  return "";
}

std::string painted(const std::string& text, const char* color, bool use) { return use ? color + text + kReset : text; }

bool continuesCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

// A source line can hold anything; an escape sequence in it must not reach the terminal.
std::string printable(const std::string& line) {
  std::string result = line;
  while (!result.empty() && (result.back() == '\r' || result.back() == '\n')) result.pop_back();
  for (char& byte : result)
    if (static_cast<unsigned char>(byte) < 0x20 && byte != '\t') byte = ' ';
  return result;
}

std::string position(const Place& place) {
  std::string text = place.file;
  if (place.line > 0) {
    text += ":" + std::to_string(place.line);
    if (place.column > 0) text += ":" + std::to_string(place.column);
  }
  return text + ": ";
}

// What is shown of a line that is too long to be read, such as a table on one line: the part around `column`, which
// is moved with it.
std::string window(const std::string& line, std::size_t& column) {
  constexpr std::size_t kWidth = 200, kBefore = 80;
  if (line.size() <= kWidth) return line;
  std::size_t begin = std::min(column > kBefore ? column - kBefore : 0, line.size() - 1);
  while (begin > 0 && continuesCharacter(line[begin])) --begin;
  std::size_t end = std::min(begin + kWidth, line.size());
  while (end < line.size() && continuesCharacter(line[end])) ++end;
  std::string before = begin > 0 ? "..." : "";
  column = column - begin + before.size();
  return before + line.substr(begin, end - begin) + (end < line.size() ? "..." : "");
}

// The source line and below it the underline. Columns count bytes; the underline counts characters, and repeats
// tabs so that it stays aligned whatever their width.
std::string excerpt(const Place& place, bool color) {
  if (place.line <= 0 || place.text.empty()) return {};
  std::size_t column = static_cast<std::size_t>(std::max(place.column, 1)) - 1;
  std::string line = window(printable(place.text), column);
  std::string number = std::to_string(place.line);
  std::string margin(std::max<std::size_t>(number.size(), 5), ' ');
  std::string text = std::string(margin.size() - number.size(), ' ') + number + " | " + line + "\n";
  if (place.column <= 0) return text;
  std::size_t first = std::min(column, line.size());
  std::size_t last = std::min<std::size_t>(first + std::max(place.length, 1), line.size());
  std::string blank, mark = "^";
  for (std::size_t i = 0; i < first; ++i)
    if (!continuesCharacter(line[i])) blank += line[i] == '\t' ? '\t' : ' ';
  for (std::size_t i = first + 1; i < last; ++i)
    if (!continuesCharacter(line[i])) mark += '~';
  return text + margin + " | " + blank + painted(mark, kGreen, color) + "\n";
}

}  // namespace

const char* severityName(Severity severity) {
  switch (severity) {
    case Severity::Note: return "note";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
    case Severity::Internal: return "internal error";
  }
  return "error";
}

std::string renderDiagnostic(const Diagnostic& diagnostic, bool color) {
  std::string text;
  if (!diagnostic.place.file.empty()) text += painted(position(diagnostic.place), kBold, color);
  std::string kind = severityName(diagnostic.severity);
  if (diagnostic.code > 0) kind += "[" + codeName(diagnostic.code) + "]";
  text += painted(kind + ":", severityColor(diagnostic.severity), color) + " ";
  text += painted(diagnostic.message, kBold, color) + "\n";
  text += excerpt(diagnostic.place, color);
  for (const DiagnosticNote& note : diagnostic.notes) {
    if (!note.place.file.empty()) text += painted(position(note.place), kBold, color);
    text += painted("note:", kCyan, color) + " " + note.message + "\n";
    text += excerpt(note.place, color);
  }
  if (!diagnostic.help.empty()) text += painted("help:", kGreen, color) + " " + diagnostic.help + "\n";
  return text;
}

Diagnostic diag(Code code, std::string message, std::string help) {
  return diag(code, Place{}, std::move(message), std::move(help));
}

Diagnostic diag(Code code, Place place, std::string message, std::string help) {
  Diagnostic result;
  result.code = static_cast<int>(code);
  const CodeInfo* info = findCode(result.code);
  result.severity = info ? info->severity : Severity::Error;
  result.place = std::move(place);
  result.message = std::move(message);
  result.help = std::move(help);
  return result;
}

}  // namespace gpuc::tool
