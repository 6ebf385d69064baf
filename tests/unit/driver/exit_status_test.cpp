#include "tool/base/result.h"
#include "tool/driver/exit_status.h"
#include "tool/driver/reporter.h"

#include <doctest/doctest.h>

namespace gpuc::tool::driver {
namespace {

int statusOf(Code code) { return exitStatus(diag(code, "m")); }

TEST_CASE("a code's range decides") {
  CHECK(statusOf(Code::UnknownCommand) == 2);
  CHECK(statusOf(Code::ManifestSyntax) == 2);
  CHECK(statusOf(Code::FileAccess) == 1);
  CHECK(statusOf(Code::AliasedArgument) == 1);
  CHECK(statusOf(Code::UndefinedSymbol) == 1);
  CHECK(statusOf(Code::NoCompiler) == 3);
  CHECK(statusOf(Code::CompilerCrashed) == 101);
  CHECK(statusOf(Code::PtxasFailed) == 101);
}

TEST_CASE("notes and warnings are no failure") {
  CHECK(statusOf(Code::TargetLocked) == 0);
  CHECK(statusOf(Code::ManifestKey) == 0);
  Diagnostic warning = diag(Code::CompileError, "m");
  warning.severity = Severity::Warning;
  CHECK(exitStatus(warning) == 0);
}

TEST_CASE("of several, the gravest") {
  Reporter reporter({.quiet = true, .verbose = false, .color = false, .json = false});
  CHECK(reporter.exitStatus() == 0);
  reporter.report(diag(Code::CompileError, "the tests of the reporter say this"));
  CHECK(reporter.exitStatus() == 1);
  reporter.report(diag(Code::CompilerCrashed, "and this"));
  reporter.report(diag(Code::ManifestSyntax, "and that"));
  CHECK(reporter.exitStatus() == 101);
}

}  // namespace
}  // namespace gpuc::tool::driver
