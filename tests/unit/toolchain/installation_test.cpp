#include "tests/unit/toolchain/fake_host.h"
#include "tool/toolchain/installation.h"

#include <doctest/doctest.h>

using namespace gpuc::tool;

TEST_CASE("everything lies beside the program") {
  FakeHost fake;
  Installation missing = findInstallation(fake.host, "/opt/gpuc/bin/gpuc");
  CHECK(missing.prefix == "/opt/gpuc");
  CHECK(missing.compiler == "/opt/gpuc/libexec/gpuc/gpuc-cc");
  CHECK(missing.precompiled == "/opt/gpuc/lib/gpuc/pch");
  CHECK_FALSE(missing.complete());
  for (const char* part : {"libexec/gpuc/gpuc-cc", "include/gpuc/gpuc.hpp", "lib/gpuc/libgpuc.a"})
    fake.file(std::string("/opt/gpuc/") + part);
  CHECK_FALSE(findInstallation(fake.host, "/opt/gpuc/bin/gpuc").complete());
  fake.file("/opt/gpuc/lib/gpuc/libgpuc_test_main.a");
  CHECK(findInstallation(fake.host, "/opt/gpuc/bin/gpuc").complete());
}

TEST_CASE("GPUC_PREFIX names another place") {
  FakeHost fake;
  fake.host.variables["GPUC_PREFIX"] = "/elsewhere";
  CHECK(findInstallation(fake.host, "/opt/gpuc/bin/gpuc").include == "/elsewhere/include");
}
