#include "tool/manifest/load.h"

#include "tool/base/disk.h"
#include "tool/base/text.h"
#include "tool/base/version.h"
#include "tool/manifest/arch.h"
#include "tool/manifest/name.h"

#define TOML_EXCEPTIONS 0
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace gpuc::tool::manifest {

namespace {

using Version = std::array<int, 3>;

std::optional<Version> parseVersion(std::string_view text) {
  Version version = {};
  std::vector<std::string> parts = split(text, '.');
  if (parts.size() > version.size()) return std::nullopt;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string& part = parts[i];
    auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), version[i]);
    if (error != std::errc{} || end != part.data() + part.size() || version[i] < 0) return std::nullopt;
  }
  return version;
}

// Walks the document by the keys that gpuc knows and keeps what went wrong.
class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : text(text), name(name) {}

  Loaded read() {
    toml::parse_result parsed = toml::parse(text, name);
    if (!parsed) {
      report(syntaxError(parsed.error()));
      return std::move(loaded);
    }
    Manifest manifest;
    document(parsed.table(), manifest);
    // toml++ keeps keys by name; the user reads from top to bottom.
    std::ranges::sort(loaded.diagnostics, {},
                      [](const Diagnostic& found) { return std::pair(found.place.line, found.place.column); });
    bool failed = std::ranges::any_of(loaded.diagnostics,
                                      [](const Diagnostic& found) { return found.severity == Severity::Error; });
    if (!failed) loaded.manifest = std::move(manifest);
    return std::move(loaded);
  }

 private:
  std::string_view text;
  std::string name;
  Loaded loaded;

  void report(Diagnostic diagnostic) { loaded.diagnostics.push_back(std::move(diagnostic)); }

  Place placeOf(const toml::source_region& source) const {
    Place place;
    place.file = name;
    place.line = static_cast<int>(source.begin.line);
    place.column = static_cast<int>(source.begin.column);
    bool oneLine = source.end.line == source.begin.line && source.end.column > source.begin.column;
    if (oneLine) place.length = static_cast<int>(source.end.column - source.begin.column);
    place.text = lineOf(text, place.line);
    return place;
  }

  // "Error while parsing string: ..." in our style.
  Diagnostic syntaxError(const toml::parse_error& error) const {
    constexpr std::string_view prefix = "Error while parsing ";
    std::string_view description = error.description();
    std::string message = description.starts_with(prefix) ? strCat("in this ", description.substr(prefix.size()))
                                                          : std::string(description);
    Diagnostic diagnostic = diag(Code::ManifestSyntax, placeOf(error.source()), std::move(message));
    bool atLineEnd = diagnostic.place.column > static_cast<int>(diagnostic.place.text.size());
    if (atLineEnd && description.starts_with("Error while parsing string")) {
      diagnostic.message = "the string has no end";
      diagnostic.help = "close it with a quote on the same line";
    }
    if (description.ends_with("could not determine value type")) {
      std::string_view rest = std::string_view(diagnostic.place.text).substr(diagnostic.place.column - 1);
      std::string word(rest.substr(0, rest.find_first_of(" \t#,]}")));
      diagnostic.message = strCat("'", word, "' is no value");
      diagnostic.help = strCat("text needs quotes: \"", word, "\"");
    }
    return diagnostic;
  }

  void refuse(const toml::node& node, std::string message, std::string help = {}) {
    report(diag(Code::ManifestValue, placeOf(node.source()), std::move(message), std::move(help)));
  }

  // A warning for each key of `table` that is not in `known`.
  void checkKeys(const toml::table& table, const std::string& where, const std::vector<std::string>& known) {
    for (const auto& [key, node] : table) {
      std::string written(key.str());
      if (std::ranges::find(known, written) != known.end()) continue;
      std::string help = didYouMean(written, known);
      if (help.empty()) help = strCat("the keys here are ", join(known, ", "));
      report(diag(Code::ManifestKey, placeOf(key.source()), strCat("unknown key '", where, written, "' is ignored"),
                  help));
    }
  }

  const toml::table* subtable(const toml::table& table, const char* key) {
    const toml::node* node = table.get(key);
    if (node && !node->is_table()) refuse(*node, strCat("'", key, "' must be a table"), strCat("write [", key, "]"));
    return node ? node->as_table() : nullptr;
  }

  // The node when the key is there and its string was stored in `value`.
  const toml::node* string(const toml::table& table, const char* key, std::string& value) {
    const toml::node* node = table.get(key);
    if (!node) return nullptr;
    if (auto found = node->value_exact<std::string>()) {
      value = *found;
      return node;
    }
    refuse(*node, strCat("'", key, "' must be a string"), strCat("write ", key, " = \"...\""));
    return nullptr;
  }

  void flag(const toml::table& table, const char* key, bool& value) {
    const toml::node* node = table.get(key);
    if (!node) return;
    if (auto found = node->value_exact<bool>())
      value = *found;
    else
      refuse(*node, strCat("'", key, "' must be true or false"));
  }

  // `each(node, text)` for the strings of an array.
  template <class Each>
  const toml::array* strings(const toml::table& table, const char* key, Each each) {
    const toml::node* node = table.get(key);
    if (!node) return nullptr;
    const toml::array* array = node->as_array();
    if (!array) {
      refuse(*node, strCat("'", key, "' must be an array of strings"), strCat("write ", key, " = [\"...\"]"));
      return nullptr;
    }
    for (const toml::node& element : *array) {
      if (auto found = element.value_exact<std::string>())
        each(element, *found);
      else
        refuse(element, strCat("'", key, "' must be an array of strings"));
    }
    return array;
  }

  void document(const toml::table& root, Manifest& manifest) {
    checkKeys(root, "", {"package", "gpu", "profile", "dependencies"});
    if (const toml::table* table = subtable(root, "package")) {
      package(*table, manifest);
    } else if (!root.contains("package")) {
      Place place;
      place.file = name;
      report(diag(Code::ManifestValue, place, "there is no [package]",
                  "add a line [package] and below it name = \"...\""));
    }
    if (const toml::table* table = subtable(root, "gpu")) gpu(*table, manifest);
    if (const toml::table* table = subtable(root, "profile")) {
      checkKeys(*table, "profile.", {"dev", "release"});
      if (const toml::table* dev = subtable(*table, "dev")) profile(*dev, manifest.dev);
      if (const toml::table* release = subtable(*table, "release")) profile(*release, manifest.release);
    }
    if (const toml::table* table = subtable(root, "dependencies"); table && !table->empty())
      report(diag(Code::UnsupportedDependencies, placeOf(table->begin()->first.source()),
                  strCat("this gpuc (", kVersion, ") cannot resolve dependencies"),
                  "put the library's sources below src/ and its headers into include/"));
  }

  void package(const toml::table& table, Manifest& manifest) {
    checkKeys(table, "package.", {"name", "version", "std", "gpuc"});
    if (const toml::node* node = string(table, "name", manifest.name)) {
      if (Result<void> valid = checkName(manifest.name); !valid) {
        Diagnostic problem = std::move(valid).error();
        problem.place = placeOf(node->source());
        report(std::move(problem));
      }
    } else if (!table.contains("name")) {
      report(diag(Code::ManifestValue, placeOf(table.source()), "[package] has no name", "add name = \"...\""));
    }
    if (const toml::node* node = string(table, "version", manifest.version); node && !parseVersion(manifest.version))
      refuse(*node, strCat("'", manifest.version, "' is not a version"), "write three numbers, as in \"0.1.0\"");
    if (const toml::node* node = string(table, "std", manifest.standard)) {
      const std::vector<std::string> known = {"c++20", "c++23", "c++26"};
      if (std::ranges::find(known, manifest.standard) == known.end())
        refuse(*node, strCat("'", manifest.standard, "' is not a standard that gpuc compiles"),
               strCat("use one of ", join(known, ", ")));
    }
    std::string needed;
    if (const toml::node* node = string(table, "gpuc", needed)) {
      auto minimum = parseVersion(needed);
      if (!minimum)
        refuse(*node, strCat("'", needed, "' is not a version"), "write the lowest gpuc that will do, as in \"0.1\"");
      else if (*minimum > *parseVersion(kVersion))
        report(diag(Code::ManifestVersion, placeOf(node->source()),
                    strCat("the project needs gpuc ", needed, " or later, and this is gpuc ", kVersion),
                    "install a newer gpuc"));
    }
  }

  void gpu(const toml::table& table, Manifest& manifest) {
    checkKeys(table, "gpu.", {"arch"});
    std::vector<std::string> archs;
    const toml::array* array = strings(table, "arch", [&](const toml::node& node, const std::string& arch) {
      if (Result<void> valid = checkArch(arch); !valid) {
        Diagnostic problem = std::move(valid).error();
        problem.place = placeOf(node.source());
        report(std::move(problem));
      }
      archs.push_back(arch);
    });
    if (!array) return;
    if (archs.empty()) refuse(*array, "'arch' names no architecture", "write arch = [\"native\"]");
    manifest.archs = std::move(archs);
    manifest.archPlace = placeOf(array->source());
  }

  void profile(const toml::table& table, Profile& profile) {
    checkKeys(table, strCat("profile.", profile.name, "."), {"opt-level", "debug", "assertions", "defines"});
    if (const toml::node* node = table.get("opt-level")) {
      auto level = node->value_exact<std::int64_t>();
      if (level && *level >= 0 && *level <= 3)
        profile.optLevel = static_cast<int>(*level);
      else
        refuse(*node, "'opt-level' must be 0, 1, 2 or 3");
    }
    flag(table, "debug", profile.debugInfo);
    flag(table, "assertions", profile.assertions);
    strings(table, "defines", [&](const toml::node& node, const std::string& define) {
      auto isNameCharacter = [&](char c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      };
      std::string macro = define.substr(0, define.find('='));
      bool valid = !macro.empty() && !(macro[0] >= '0' && macro[0] <= '9') &&
                   std::ranges::all_of(macro, isNameCharacter) && define.find('\n') == std::string::npos;
      if (valid)
        profile.defines.push_back(define);
      else
        refuse(node, strCat("'", define, "' is not a macro"), "write \"NAME\" or \"NAME=VALUE\"");
    });
  }
};

}  // namespace

Loaded parse(std::string_view text, const std::string& name) { return Reader(text, name).read(); }

Loaded load(const std::string& path) {
  Result<std::string> text = readFile(path);
  if (!text) return {std::nullopt, {std::move(text).error()}};
  Loaded loaded = parse(*text, fileName(path));
  if (loaded.manifest) loaded.manifest->directory = parentPath(path);
  return loaded;
}

}  // namespace gpuc::tool::manifest
