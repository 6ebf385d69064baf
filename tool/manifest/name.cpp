#include "tool/manifest/name.h"

#include "tool/base/text.h"

#include <algorithm>
#include <string_view>

namespace gpuc::tool::manifest {

namespace {

constexpr std::size_t kLongest = 64;

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

constexpr std::string_view kKeywords[] = {
    "alignas",     "alignof",  "and",        "and_eq",    "asm",       "auto",         "bitand",
    "bitor",       "bool",     "break",      "case",      "catch",     "char",         "char8_t",
    "char16_t",    "char32_t", "class",      "co_await",  "co_return", "co_yield",     "compl",
    "concept",     "const",    "const_cast", "consteval", "constexpr", "constinit",    "continue",
    "decltype",    "default",  "delete",     "do",        "double",    "dynamic_cast", "else",
    "enum",        "explicit", "export",     "extern",    "false",     "float",        "for",
    "friend",      "goto",     "if",         "inline",    "int",       "long",         "mutable",
    "namespace",   "new",      "noexcept",   "not",       "not_eq",    "nullptr",      "operator",
    "or",          "or_eq",    "private",    "protected", "public",    "register",     "reinterpret_cast",
    "requires",    "return",   "short",      "signed",    "sizeof",    "static",       "static_assert",
    "static_cast", "struct",   "switch",     "template",  "this",      "thread_local", "throw",
    "true",        "try",      "typedef",    "typeid",    "typename",  "union",        "unsigned",
    "using",       "virtual",  "void",       "volatile",  "wchar_t",   "while",        "xor",
    "xor_eq"};

// Names that gpuc itself, the standard library or some file system already uses.
constexpr std::string_view kReserved[] = {
    "gpuc", "std",      "main",    "test",   "tests", "target", "src",     "include", "build", "objects", "bin",
    "lib",  "examples", "benches", "editor", "check", "dev",    "release", "con",     "prn",   "aux",     "nul"};

}  // namespace

Result<void> checkName(const std::string& name) {
  auto refuse = [&](std::string why, std::string help) {
    return diag(Code::BadName, strCat("a project cannot be called '", name, "': ", why), std::move(help));
  };
  if (name.empty()) return refuse("the name is empty", "names have letters, digits, '-' and '_'");
  for (char c : name)
    if (!isLetter(c) && !isDigit(c) && c != '-' && c != '_')
      return refuse("names have letters, digits, '-' and '_' only",
                    name.find('/') != std::string::npos ? "go to the parent directory and give the name alone" : "");
  if (!isLetter(name.front())) return refuse("names start with a letter", strCat("for example 'p", name, "'"));
  if (name.size() > kLongest) return refuse(strCat("names have at most ", kLongest, " characters"), "");
  std::string lower = name;
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  std::string help = strCat("for example '", name, "_app'");
  if (std::ranges::find(kKeywords, name) != std::end(kKeywords)) return refuse("it is a C++ keyword", help);
  if (std::ranges::find(kReserved, lower) != std::end(kReserved)) return refuse("the name is reserved", help);
  return {};
}

}  // namespace gpuc::tool::manifest
