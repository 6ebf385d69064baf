#include "tests/unit/toolchain/fake_host.h"
#include "tool/toolchain/clang.h"

#include <doctest/doctest.h>

using namespace gpuc::tool;

TEST_CASE("Debian's Clang 22") {
  FakeHost fake;
  fake.program("/usr/lib/llvm-22/bin/clang");
  fake.link("/usr/bin/clang-22", "../lib/llvm-22/bin/clang");
  fake.file("/usr/lib/llvm-22/lib/clang/22/include/stddef.h");
  fake.gcc("12");
  ClangInstallation clang = findClang(fake.host);
  CHECK(clang.program == "/usr/bin/clang-22");
  CHECK(clang.resourceDir == "/usr/lib/llvm-22/lib/clang/22");
  CHECK(clang.usable());
}

TEST_CASE("headers alone are enough, and without them nothing is") {
  FakeHost fake;
  fake.gcc("12");
  CHECK_FALSE(findClang(fake.host).usable());
  fake.file("/usr/lib/llvm-22/lib/clang/22/include/stddef.h");
  ClangInstallation clang = findClang(fake.host);
  CHECK(clang.program.empty());
  CHECK(clang.usable());
}

TEST_CASE("a Clang outside of /usr brings its own headers") {
  FakeHost fake;
  fake.host.variables["PATH"] = "/opt/llvm/bin:/usr/bin";
  fake.program("/opt/llvm/bin/clang-22");
  fake.file("/opt/llvm/lib/clang/22/include/stddef.h");
  fake.file("/usr/lib/llvm-22/lib/clang/22/include/stddef.h");
  CHECK(findClang(fake.host).resourceDir == "/opt/llvm/lib/clang/22");
}

TEST_CASE("another version's headers do not count") {
  FakeHost fake;
  fake.program("/usr/bin/clang-21");
  fake.file("/usr/lib/llvm-21/lib/clang/21/include/stddef.h");
  ClangInstallation clang = findClang(fake.host);
  CHECK(clang.program.empty());
  CHECK(clang.resourceDir.empty());
  CHECK(probed(clang.probes, "/usr/lib/llvm-22/lib/clang/22/include/stddef.h"));
}
