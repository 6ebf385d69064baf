#include "tests/unit/toolchain/fake_host.h"

#include <doctest/doctest.h>

using namespace gpuc::tool;

TEST_CASE("a variable that is set to nothing counts as not set") {
  Host host{{{"EMPTY", ""}, {"FULL", "x"}}, ""};
  CHECK(host.variable("FULL") == "x");
  CHECK_FALSE(host.variable("EMPTY"));
  CHECK_FALSE(host.variable("OTHER"));
}

TEST_CASE("PATH gives its absolute directories in order") {
  Host host{{{"PATH", "/a::b:/c/d:."}}, ""};
  CHECK(host.path() == std::vector<std::string>{"/a", "/c/d"});
  CHECK(Host{}.path().empty());
}

TEST_CASE("files are looked for below the root and named without it") {
  FakeHost fake;
  fake.file("/opt/tool-1/bin/tool", "text");
  fake.link("/usr/bin/tool", "../../opt/tool-1/bin/tool");
  CHECK(fake.host.isFile("/usr/bin/tool"));
  CHECK(fake.host.resolve("/usr/bin/tool") == "/opt/tool-1/bin/tool");
  CHECK(fake.host.resolve("/not/there") == "/not/there");
  CHECK(fake.host.read("/usr/bin/tool") == "text");
  CHECK(fake.host.read("/usr/bin/tool", 2) == "te");
  CHECK_FALSE(fake.host.read("/not/there"));
  CHECK(fake.host.list("/opt/tool-1") == std::vector<std::string>{"bin"});
  CHECK(fake.host.list("/not/there").empty());
}

TEST_CASE("a search on PATH takes the first directory and records where it looked") {
  FakeHost fake;
  fake.host.variables["PATH"] = "/usr/local/bin:/usr/bin";
  fake.program("/usr/bin/tool");
  Probes probes;
  CHECK(probePath(fake.host, "tool", probes) == "/usr/bin/tool");
  fake.program("/usr/local/bin/tool");
  CHECK(probePath(fake.host, "tool", probes) == "/usr/local/bin/tool");
  CHECK(probePath(fake.host, "other", probes).empty());
  REQUIRE(probes.size() == 3);
  CHECK(probes[0].found);
  CHECK(probes[2].path == "other");
  CHECK_FALSE(probes[2].found);
}
