#include "tool/driver/archs.h"

#include <doctest/doctest.h>

namespace gpuc::tool::driver {
namespace {

using Names = std::vector<std::string>;

TEST_CASE("native is what the GPUs are") {
  Archs archs = resolveArchs({"native"}, {"sm_90"});
  CHECK(archs.names == Names{"sm_90"});
  CHECK_FALSE(archs.required);
  CHECK(archs.cubins);
}

TEST_CASE("native without a GPU is PTX that every GPU can run") {
  Archs archs = resolveArchs({"native"}, {});
  CHECK(archs.names == Names{"sm_80"});
  CHECK_FALSE(archs.required);
  CHECK_FALSE(archs.cubins);
}

TEST_CASE("named architectures are required, ascending and each once") {
  Archs archs = resolveArchs({"sm_100", "sm_90a", "native", "sm_80", "sm_90"}, {"sm_90"});
  CHECK(archs.names == Names{"sm_80", "sm_90", "sm_90a", "sm_100"});
  CHECK(archs.required);
  CHECK(archs.cubins);
}

}  // namespace
}  // namespace gpuc::tool::driver
