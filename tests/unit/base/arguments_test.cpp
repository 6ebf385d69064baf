#include "tool/base/arguments.h"

#include <doctest/doctest.h>

namespace gpuc::tool {
namespace {

const ArgumentsSpec kSpec = {
    .options = {{"--release", "-r", "", "flag"}, {"--jobs", "-j", "N", "number"}, {"--arch", "", "LIST", "list"}},
    .positionals = {"[FILE]"},
    .passesOn = true};

Result<Arguments> parse(std::vector<std::string> words) { return parseArguments(kSpec, words); }

TEST_CASE("options, short, long and joined") {
  auto arguments = parse({"-r", "-j4", "--arch=sm_80", "--arch", "sm_90", "file"});
  REQUIRE(arguments);
  CHECK(arguments->has("--release"));
  CHECK(arguments->value("--jobs") == "4");
  CHECK(arguments->value("--arch") == "sm_90");
  CHECK(arguments->options["--arch"] == std::vector<std::string>{"sm_80", "sm_90"});
  CHECK(arguments->positionals == std::vector<std::string>{"file"});
  CHECK(arguments->value("--nothing", "otherwise") == "otherwise");
}

TEST_CASE("words behind -- are passed on as they are") {
  auto arguments = parse({"file", "--", "--release", "--", ""});
  REQUIRE(arguments);
  CHECK_FALSE(arguments->has("--release"));
  CHECK(arguments->passedOn == std::vector<std::string>{"--release", "--", ""});
}

TEST_CASE("what fits nothing is GPUC0001 with a suggestion") {
  auto unknown = parse({"--relase"});
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().code == 1);
  CHECK(unknown.error().message == "unknown option '--relase'");
  CHECK(unknown.error().help == "did you mean '--release'?");

  CHECK(parse({"--jobs"}).error().message == "option '--jobs' needs a value");
  CHECK(parse({"--release=yes"}).error().message == "option '--release' takes no value");
  CHECK(parse({"one", "two"}).error().message == "unexpected word 'two'");
}

TEST_CASE("a command that starts no program refuses --") {
  ArgumentsSpec spec;
  CHECK_FALSE(parseArguments(spec, std::vector<std::string>{"--"}));
}

}  // namespace
}  // namespace gpuc::tool
