#include "tool/manifest/load.h"

#include <doctest/doctest.h>

namespace gpuc::tool::manifest {
namespace {

const std::string kPackage = "[package]\nname = \"demo\"\n";

TEST_CASE("a name is enough") {
  Loaded loaded = parse(kPackage, "gpuc.toml");
  REQUIRE(loaded.manifest);
  CHECK(loaded.diagnostics.empty());
  CHECK(loaded.manifest->name == "demo");
  CHECK(loaded.manifest->standard == "c++23");
  CHECK(loaded.manifest->archs == std::vector<std::string>{"native"});
  CHECK(loaded.manifest->dev.debugInfo);
  CHECK_FALSE(loaded.manifest->release.assertions);
}

TEST_CASE("everything that can be said") {
  Loaded loaded = parse("[package]\nname = \"demo\"\nversion = \"1.2.3\"\nstd = \"c++26\"\ngpuc = \"0.1\"\n"
                        "[gpu]\narch = [\"sm_80\", \"sm_90a\"]\n"
                        "[profile.dev]\nopt-level = 0\ndebug = false\n"
                        "[profile.release]\nassertions = true\ndefines = [\"A\", \"B=2\"]\n[dependencies]\n",
                        "gpuc.toml");
  REQUIRE(loaded.manifest);
  CHECK(loaded.diagnostics.empty());
  const Manifest& manifest = *loaded.manifest;
  CHECK(manifest.version == "1.2.3");
  CHECK(manifest.standard == "c++26");
  CHECK(manifest.archs == std::vector<std::string>{"sm_80", "sm_90a"});
  CHECK(manifest.dev.optLevel == 0);
  CHECK_FALSE(manifest.dev.debugInfo);
  CHECK(manifest.release.assertions);
  CHECK(manifest.release.defines == std::vector<std::string>{"A", "B=2"});
}

TEST_CASE("a byte order mark and CRLF do not matter") {
  CHECK(parse("\xef\xbb\xbf[package]\r\nname = \"demo\"\r\n", "gpuc.toml").manifest);
}

TEST_CASE("an unknown key is a warning with a suggestion") {
  Loaded loaded = parse(kPackage + "verison = \"1\"\n", "gpuc.toml");
  REQUIRE(loaded.manifest);
  REQUIRE(loaded.diagnostics.size() == 1);
  const Diagnostic& warning = loaded.diagnostics[0];
  CHECK(warning.code == static_cast<int>(Code::ManifestKey));
  CHECK(warning.severity == Severity::Warning);
  CHECK(warning.place.line == 3);
  CHECK(warning.place.column == 1);
  CHECK(warning.place.text == "verison = \"1\"");
  CHECK(warning.help == "did you mean 'version'?");
}

TEST_CASE("errors have line and column, and all are said") {
  Loaded loaded = parse(kPackage + "std = \"c++98\"\nversion = \"x\"\n[gpu]\narch = \"sm_80\"\n", "gpuc.toml");
  CHECK_FALSE(loaded.manifest);
  REQUIRE(loaded.diagnostics.size() == 3);
  CHECK(loaded.diagnostics[0].place.line == 3);
  CHECK(loaded.diagnostics[0].place.column == 7);
  CHECK(loaded.diagnostics[1].place.line == 4);
  CHECK(loaded.diagnostics[2].message == "'arch' must be an array of strings");
}

TEST_CASE("codes of single faults") {
  auto codeOf = [](const std::string& text) {
    Loaded loaded = parse(text, "gpuc.toml");
    CHECK_FALSE(loaded.manifest);
    REQUIRE(loaded.diagnostics.size() == 1);
    return static_cast<Code>(loaded.diagnostics[0].code);
  };
  CHECK(codeOf("[package\n") == Code::ManifestSyntax);
  CHECK(codeOf("[package]\nname = \"a\"\nname = \"b\"\n") == Code::ManifestSyntax);
  CHECK(codeOf("") == Code::ManifestValue);
  CHECK(codeOf("[package]\n") == Code::ManifestValue);
  CHECK(codeOf("[package]\nname = 1\n") == Code::ManifestValue);
  CHECK(codeOf("[package]\nname = \"new\"\n") == Code::BadName);
  CHECK(codeOf(kPackage + "gpuc = \"1000.0\"\n") == Code::ManifestVersion);
  CHECK(codeOf(kPackage + "gpuc = \"1.2.3.4\"\n") == Code::ManifestValue);
  CHECK(codeOf(kPackage + "[gpu]\narch = []\n") == Code::ManifestValue);
  CHECK(codeOf(kPackage + "[gpu]\narch = [\"sm_70\"]\n") == Code::BadArch);
  CHECK(codeOf(kPackage + "[dependencies]\nfmt = \"1\"\n") == Code::UnsupportedDependencies);
  CHECK(codeOf(kPackage + "[profile.dev]\nopt-level = 9\n") == Code::ManifestValue);
  CHECK(codeOf(kPackage + "[profile.dev]\ndefines = [\"A B\"]\n") == Code::ManifestValue);
}

}  // namespace
}  // namespace gpuc::tool::manifest
