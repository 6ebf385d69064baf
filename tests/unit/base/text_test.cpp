#include "tool/base/text.h"

#include <doctest/doctest.h>

namespace gpuc::tool {
namespace {

TEST_CASE("joining and splitting") {
  CHECK(strCat("a", 1, 'c', std::string("d"), -2) == "a1cd-2");
  CHECK(join(std::vector<std::string>{"a", "b"}, ", ") == "a, b");
  CHECK(split("a,,b", ',') == std::vector<std::string>{"a", "", "b"});
  CHECK(split("", ',') == std::vector<std::string>{""});
  CHECK(trim(" \t a b\r\n") == "a b");
  CHECK(trim(" ") == "");
}

TEST_CASE("edit distance") {
  CHECK(editDistance("", "abc") == 3);
  CHECK(editDistance("build", "build") == 0);
  CHECK(editDistance("Build", "bulid") == 1);
  CHECK(editDistance("kitten", "sitting") == 3);
}

TEST_CASE("suggestions are near or none") {
  std::vector<std::string> commands = {"build", "run", "test", "clean"};
  CHECK(nearest("biuld", commands) == "build");
  CHECK(nearest("RUN", commands) == "run");
  CHECK(nearest("xyz", commands) == "");
  CHECK(nearest("x", std::vector<std::string>{"y"}) == "");
  CHECK(didYouMean("tset", commands) == "did you mean 'test'?");
}

TEST_CASE("lines by number") {
  CHECK(lineOf("a\r\nb\n", 1) == "a");
  CHECK(lineOf("a\nb", 2) == "b");
  CHECK(lineOf("a\n", 3) == "");
}

}  // namespace
}  // namespace gpuc::tool
