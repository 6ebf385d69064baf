#include "tests/unit/toolchain/fake_host.h"
#include "tool/toolchain/linker.h"

#include <doctest/doctest.h>

using namespace gpuc::tool;

TEST_CASE("the name with the version comes first") {
  FakeHost fake;
  fake.program("/usr/bin/ld.lld", "Debian LLD 14.0.6 (compatible with GNU linkers)");
  fake.program("/usr/lib/llvm-22/bin/ld.lld");
  CHECK(findLinker(fake.host).program == "/usr/lib/llvm-22/bin/ld.lld");
  fake.program("/usr/bin/ld.lld-22");
  CHECK(findLinker(fake.host).program == "/usr/bin/ld.lld-22");
}

TEST_CASE("a bare ld.lld is asked for its version") {
  FakeHost fake;
  fake.program("/usr/bin/ld.lld", "Debian LLD 14.0.6 (compatible with GNU linkers)");
  Linker old = findLinker(fake.host);
  CHECK_FALSE(old.found());
  CHECK(remarks(old.probes, "/usr/bin/ld.lld").find("LLD 14.0.6") != std::string::npos);
  fake.program("/usr/bin/ld.lld", "LLD 22.1.0 (compatible with GNU linkers)");
  CHECK(findLinker(fake.host).program == "/usr/bin/ld.lld");
}

TEST_CASE("GPUC_LINKER decides alone") {
  FakeHost fake;
  fake.program("/usr/bin/ld.lld-22");
  fake.host.variables["GPUC_LINKER"] = "/opt/ld.lld";
  CHECK_FALSE(findLinker(fake.host).found());
  fake.program("/opt/ld.lld");
  CHECK(findLinker(fake.host).program == "/opt/ld.lld");
}
