#include "tool/base/codes.h"

#include <doctest/doctest.h>

namespace gpuc::tool {
namespace {

TEST_CASE("codes as users write them") {
  for (const char* text : {"GPUC0221", "gpuc0221", "GPUC221", "0221", "221"}) CHECK(parseCodeNumber(text) == 221);
  for (const char* text : {"", "GPUC", "22x", "-1", "GPUC 221"}) CHECK_FALSE(parseCodeNumber(text));
}

TEST_CASE("names have four digits") {
  CHECK(codeName(7) == "GPUC0007");
  CHECK(codeName(901) == "GPUC0901");
}

TEST_CASE("a code is found by its number") {
  REQUIRE(findCode(221));
  CHECK(findCode(221)->code == Code::AliasedArgument);
  CHECK(findCode(221)->severity == Severity::Error);
  CHECK_FALSE(findCode(100));
  CHECK(allCodes().front().code == Code::UnknownCommand);
}

}  // namespace
}  // namespace gpuc::tool
