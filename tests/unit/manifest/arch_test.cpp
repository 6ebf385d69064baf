#include "tool/manifest/arch.h"

#include <doctest/doctest.h>

namespace gpuc::tool::manifest {
namespace {

TEST_CASE("architectures from 8.0 on") {
  for (const char* arch : {"native", "sm_80", "sm_90a", "sm_100", "sm_120a"}) CHECK(checkArch(arch));
  for (const char* arch : {"", "sm_", "sm_79", "sm_75", "sm_9", "90", "sm_85", "SM_80", "sm_80a", "native "})
    CHECK_FALSE(checkArch(arch));
}

TEST_CASE("GPUC0015 says what would do") {
  CHECK(checkArch("sm_75").error().code == 15);
  CHECK(checkArch("sm_75").error().message.find("below sm_80") != std::string::npos);
  CHECK(checkArch("sm90").error().help == "did you mean 'sm_90'?");
}

}  // namespace
}  // namespace gpuc::tool::manifest
