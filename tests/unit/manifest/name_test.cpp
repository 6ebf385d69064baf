#include "tool/manifest/name.h"

#include <doctest/doctest.h>

namespace gpuc::tool::manifest {
namespace {

TEST_CASE("names that work as directory, file and symbol") {
  for (const char* name : {"a", "vecadd_demo", "my-app2", "Tests2", std::string(64, 'x').c_str()})
    CHECK(checkName(name));
}

TEST_CASE("others are GPUC0007") {
  for (const char* name :
       {"", "1a", "-a", "_a", "a b", "a/b", "..", "ünï", "a.b", "namespace", "test", "Main", "NUL"}) {
    Result<void> checked = checkName(name);
    REQUIRE_FALSE(checked);
    CHECK(checked.error().code == 7);
  }
  CHECK_FALSE(checkName(std::string(65, 'x')));
  CHECK_FALSE(checkName(std::string("a\0b", 3)));
}

}  // namespace
}  // namespace gpuc::tool::manifest
