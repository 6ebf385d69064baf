#include "tool/base/diagnostic.h"
#include "tool/base/diagnostic_json.h"
#include "tool/base/result.h"

#include <doctest/doctest.h>

namespace gpuc::tool {
namespace {

Diagnostic aliased() {
  Diagnostic diagnostic = diag(Code::AliasedArgument,
                               {.file = "src/main.cpp", .line = 24, .column = 5, .length = 3, .text = "    run(a, a);"},
                               "the output is an input too", "give it a buffer of its own");
  diagnostic.notes.push_back(
      {{.file = "src/main.cpp", .line = 7, .column = 0, .text = "void run();"}, "declared here"});
  return diagnostic;
}

TEST_CASE("the form that editors parse") {
  CHECK(renderDiagnostic(aliased(), false) == "src/main.cpp:24:5: error[GPUC0221]: the output is an input too\n"
                                              "   24 |     run(a, a);\n"
                                              "      |     ^~~\n"
                                              "src/main.cpp:7: note: declared here\n"
                                              "    7 | void run();\n"
                                              "help: give it a buffer of its own\n");
}

TEST_CASE("colour only when asked for") {
  CHECK(renderDiagnostic(aliased(), false).find('\033') == std::string::npos);
  CHECK(renderDiagnostic(aliased(), true).find("\033[1;31merror[GPUC0221]:\033[0m") != std::string::npos);
}

TEST_CASE("without a place, and of other severities") {
  CHECK(renderDiagnostic(diag(Code::NoManifest, "nothing here"), false) == "error[GPUC0002]: nothing here\n");
  CHECK(renderDiagnostic(diag(Code::TargetLocked, "waiting"), false) == "note[GPUC0012]: waiting\n");
  CHECK(renderDiagnostic(diag(Code::InternalError, "oh"), false) == "internal error[GPUC0902]: oh\n");
}

TEST_CASE("the underline stays below its text") {
  Diagnostic diagnostic =
      diag(Code::CompileError, {.file = "a.cpp", .line = 1, .column = 8, .length = 4, .text = "\té\"ü\" zwö;\r"}, "m");
  // Bytes 1 to 7 are five characters, the first of them a tab; "zwö" has four bytes.
  diagnostic.place.column = 9;
  CHECK(renderDiagnostic(diagnostic, false) == "a.cpp:1:9: error[GPUC0200]: m\n"
                                               "    1 | \té\"ü\" zwö;\n"
                                               "      | \t     ^~~\n");
}

TEST_CASE("a source line cannot reach the terminal's controls, nor the underline leave it") {
  Diagnostic diagnostic =
      diag(Code::CompileError, {.file = "a.cpp", .line = 1, .column = 90, .length = 9, .text = "\033[2Jx"}, "m");
  CHECK(renderDiagnostic(diagnostic, false) == "a.cpp:1:90: error[GPUC0200]: m\n    1 |  [2Jx\n      |      ^\n");
}

TEST_CASE("of a very long line the part around the place is shown") {
  std::string line = std::string(1000, 'a') + "\xc3\xbc" + std::string(1000, 'b');
  Diagnostic diagnostic = diag(Code::CompileError, {.file = "a.cpp", .line = 1, .column = 1003, .text = line}, "m");
  CHECK(renderDiagnostic(diagnostic, false) == "a.cpp:1:1003: error[GPUC0200]: m\n    1 | ..." + std::string(78, 'a') +
                                                   "\xc3\xbc" + std::string(120, 'b') + "...\n      | " +
                                                   std::string(82, ' ') + "^\n");
}

TEST_CASE("through JSON and back") {
  Diagnostic back;
  REQUIRE(diagnosticFromJson(toJson(aliased()), back));
  CHECK(renderDiagnostic(back, false) == renderDiagnostic(aliased(), false));
  CHECK(back.severity == Severity::Error);

  Diagnostic ignored;
  Result<void> wrong = diagnosticFromJson(Json::object().set("code", "x"), ignored);
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().message == "a diagnostic has a 'code' that is not a whole number");
}

}  // namespace
}  // namespace gpuc::tool
