#include "tool/link/command.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace gpuc::tool::link {
namespace {

TEST_CASE("objects stand between the start files and the libraries, gpuc's own first among these") {
  std::vector<std::string> line = command({.linker = "/l/ld.lld",
                                           .gccDirectory = "/g/12",
                                           .startFiles = "/s",
                                           .objects = {"/o/a.o", "/o/b.o"},
                                           .archives = {"/r/libgpuc.a"},
                                           .output = "/o/demo"});
  CHECK(line.front() == "/l/ld.lld");
  auto at = [&](const char* word) {
    auto found = std::ranges::find(line, word);
    REQUIRE_MESSAGE(found != line.end(), word);
    return found - line.begin();
  };
  CHECK(line[at("-o") + 1] == "/o/demo");
  CHECK(at("/s/Scrt1.o") < at("/g/12/crtbeginS.o"));
  CHECK(at("/g/12/crtbeginS.o") < at("/o/a.o"));
  CHECK(at("/o/a.o") < at("/o/b.o"));
  CHECK(at("/o/b.o") < at("/r/libgpuc.a"));
  CHECK(at("/r/libgpuc.a") < at("-lstdc++"));
  CHECK(at("-L/g/12") < at("-L/usr/lib"));
  CHECK(at("-lc") < at("/g/12/crtendS.o"));
  CHECK(line.back() == "/s/crtn.o");
}

TEST_CASE("a long command line goes through a file") {
  std::vector<std::string> line = {"ld.lld", "a b.o", "c\"d\\e"};
  CHECK_FALSE(needsResponseFile(line));
  CHECK(responseFileText(line) == "\"a b.o\"\n\"c\\\"d\\\\e\"\n");
  for (int i = 0; i < 3000; ++i) line.push_back(std::string(100, 'x'));
  CHECK(needsResponseFile(line));
}

}  // namespace
}  // namespace gpuc::tool::link
