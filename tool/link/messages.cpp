#include "tool/link/messages.h"

#include "tool/base/disk.h"
#include "tool/base/result.h"
#include "tool/base/text.h"

#include <algorithm>
#include <charconv>

namespace gpuc::tool::link {

namespace {

// One message of lld: its first line, and behind it the lines that start with ">>>".
struct Message {
  std::string text;
  std::vector<std::string> details;
};

std::vector<Message> splitMessages(const std::string& output) {
  std::vector<Message> messages;
  for (const std::string& line : split(output, '\n')) {
    constexpr std::string_view mark = "error: ", detail = ">>> ";
    std::size_t start = line.find(mark);
    if (line.starts_with(detail) && !messages.empty())
      messages.back().details.emplace_back(trim(std::string_view(line).substr(detail.size())));
    else if (start != std::string::npos)
      messages.push_back({line.substr(start + mark.size()), {}});
  }
  return messages;
}

bool isNameCharacter(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Where the name stands as a whole word.
std::size_t findName(std::string_view text, std::string_view name) {
  if (name.empty()) return std::string_view::npos;
  std::size_t at = text.find(name);
  for (; at != std::string_view::npos; at = text.find(name, at + 1)) {
    std::size_t end = at + name.size();
    if ((at == 0 || !isNameCharacter(text[at - 1])) && (end == text.size() || !isNameCharacter(text[end]))) break;
  }
  return at;
}

// "helper" of "lib::helper<int>(float const&)"
std::string plainName(std::string_view symbol) {
  std::size_t end = symbol.find('(');
  std::string_view name = symbol.substr(0, end);
  if (name.ends_with('>')) {
    int depth = 0;
    std::size_t i = name.size();
    while (i > 0) {
      --i;
      if (name[i] == '>') ++depth;
      if (name[i] == '<' && --depth == 0) break;
    }
    name = name.substr(0, i);
  }
  std::size_t start = name.size();
  while (start > 0 && isNameCharacter(name[start - 1])) --start;
  return std::string(name.substr(start));
}

class Translator {
 public:
  explicit Translator(const Sources& sources) : sources(sources) {}

  Diagnostic translate(const Message& message) {
    for (const char* kind : {"undefined symbol: ", "undefined hidden symbol: ", "undefined protected symbol: "})
      if (message.text.starts_with(kind)) return undefined(message, message.text.substr(std::string_view(kind).size()));
    constexpr std::string_view duplicated = "duplicate symbol: ";
    if (message.text.starts_with(duplicated)) return duplicate(message, message.text.substr(duplicated.size()));
    Diagnostic other = diag(Code::LinkFailed, message.text);
    for (const std::string& detail : message.details) other.notes.push_back({{}, detail});
    return other;
  }

 private:
  const Sources& sources;
  std::map<std::string, std::string> texts;

  const std::string& textOf(const std::string& source) {
    auto [found, isNew] = texts.emplace(source, "");
    if (isNew) found->second = readFile(joinPath(sources.directory, source)).value_or("");
    return found->second;
  }

  // The first mention of the name in the source, where there is one.
  Place mention(const std::string& source, const std::string& name) {
    Place place;
    place.file = source;
    const std::string& text = textOf(source);
    std::size_t at = findName(text, name);
    if (at == std::string::npos) return place;
    std::size_t lineEnd = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    std::size_t lineStart = lineEnd == std::string::npos ? 0 : lineEnd + 1;
    place.line = 1 + static_cast<int>(std::count(text.begin(), text.begin() + at, '\n'));
    place.column = static_cast<int>(at - lineStart + 1);
    place.length = static_cast<int>(name.size());
    place.text = lineOf(text, place.line);
    return place;
  }

  // "main.cpp:3 (src/main.cpp:3)": what debug information tells.
  bool parsePosition(const std::string& detail, const std::string& name, Place& place) {
    std::size_t open = detail.rfind(" (");
    if (open == std::string::npos || !detail.ends_with(')')) return false;
    std::string inside = detail.substr(open + 2, detail.size() - open - 3);
    std::size_t colon = inside.rfind(':');
    if (colon == std::string::npos) return false;
    const char* digits = inside.data() + colon + 1;
    auto [end, error] = std::from_chars(digits, inside.data() + inside.size(), place.line);
    if (error != std::errc{} || end != inside.data() + inside.size()) return false;
    place.file = relativeTo(normalPath(inside.substr(0, colon)), sources.directory);
    place.text = lineOf(textOf(place.file), place.line);
    if (std::size_t at = findName(place.text, name); at != std::string::npos) {
      place.column = static_cast<int>(at + 1);
      place.length = static_cast<int>(name.size());
    }
    return true;
  }

  const std::string* sourceOf(const std::string& detail) const {
    for (const auto& [object, source] : sources.objects)
      if (detail.find(object + ":(") != std::string::npos) return &source;
    return nullptr;
  }

  // The places that the details name, `introduction` being how lld begins each ("referenced by ").
  std::vector<Place> places(const Message& message, std::string_view introduction, const std::string& name) {
    std::vector<Place> found;
    bool known = false;  // the current place came from debug information: its object says nothing new
    for (const std::string& detail : message.details) {
      bool starts = detail.starts_with(introduction);
      std::string rest = starts ? detail.substr(introduction.size()) : detail;
      if (starts) known = false;
      Place place;
      if (parsePosition(rest, name, place)) {
        known = true;
        found.push_back(std::move(place));
      } else if (const std::string* source = sourceOf(rest); source && !known) {
        found.push_back(mention(*source, name));
      }
    }
    return found;
  }

  Diagnostic undefined(const Message& message, const std::string& symbol) {
    if (symbol == "main") {
      Place place;
      place.file = sources.main;
      return diag(Code::UndefinedSymbol, place, "the program has no main",
                  strCat("define int main() in ", sources.main));
    }
    std::vector<Place> found = places(message, "referenced by ", plainName(symbol));
    Diagnostic result = diag(Code::UndefinedSymbol, found.empty() ? Place{} : found.front(),
                             strCat("'", symbol, "' is used but not defined anywhere"),
                             "define it in a source file below src/, and check that the declaration has the same "
                             "parameters and namespace");
    for (std::size_t i = 1; i < found.size(); ++i)
      if (found[i].file != result.place.file) result.notes.push_back({found[i], "used here too"});
    if (found.empty() && !message.details.empty()) result.notes.push_back({{}, message.details.front()});
    return result;
  }

  Diagnostic duplicate(const Message& message, const std::string& symbol) {
    std::vector<Place> found = places(message, "defined at ", plainName(symbol));
    Diagnostic result =
        diag(Code::DuplicateSymbol, found.empty() ? Place{} : found.back(), strCat("'", symbol, "' is defined twice"),
             "keep one definition and declare it in a header, or make it inline, static or part of an "
             "unnamed namespace");
    for (std::size_t i = 0; i + 1 < found.size(); ++i) result.notes.push_back({found[i], "defined here first"});
    if (found.empty())
      for (const std::string& detail : message.details) result.notes.push_back({{}, detail});
    return result;
  }
};

}  // namespace

std::vector<Diagnostic> diagnose(const std::string& output, const Sources& sources) {
  Translator translator(sources);
  std::vector<Diagnostic> diagnostics;
  for (const Message& message : splitMessages(output)) {
    if (message.text.starts_with("too many errors")) continue;
    diagnostics.push_back(translator.translate(message));
  }
  if (diagnostics.empty()) {
    Diagnostic unexplained = diag(Code::LinkFailed, "the linker failed");
    std::string_view said = trim(output);
    if (!said.empty()) unexplained.notes.push_back({{}, std::string(said)});
    diagnostics.push_back(std::move(unexplained));
  }
  return diagnostics;
}

}  // namespace gpuc::tool::link
