#include "tests/unit/toolchain/fake_host.h"
#include "tool/toolchain/gcc.h"

#include <doctest/doctest.h>

using namespace gpuc::tool;

TEST_CASE("the highest version is chosen, by number and not by spelling") {
  FakeHost fake;
  fake.gcc("9");
  fake.gcc("12");
  fake.file("/usr/lib/x86_64-linux-gnu/Scrt1.o");
  GccInstallation gcc = findGcc(fake.host);
  CHECK(gcc.version == "12");
  CHECK(gcc.directory == "/usr/lib/gcc/x86_64-linux-gnu/12");
  REQUIRE(gcc.hasHeaders());
  CHECK(gcc.includes[0] == "/usr/include/c++/12");
  CHECK(gcc.includes[1] == "/usr/include/x86_64-linux-gnu/c++/12");
  CHECK(gcc.startFiles == "/usr/lib/x86_64-linux-gnu");
}

TEST_CASE("a higher version without headers is chosen all the same, and the lower one is named") {
  FakeHost fake;
  fake.gcc("12");
  fake.gcc("13", false);
  GccInstallation gcc = findGcc(fake.host);
  CHECK(gcc.version == "13");
  CHECK_FALSE(gcc.hasHeaders());
  CHECK(gcc.otherWithHeaders == "12");
  CHECK(probed(gcc.probes, "/usr/include/c++/13/vector"));
}

TEST_CASE("a directory without crtbegin.o is none, as for Clang") {
  FakeHost fake;
  fake.gcc("12");
  fake.file("/usr/lib/gcc/x86_64-linux-gnu/14/cc1plus");
  fake.file("/usr/lib/gcc/x86_64-linux-gnu/not-a-version/crtbegin.o");
  CHECK(findGcc(fake.host).version == "12");
}

TEST_CASE("the headers for the target have to be there too") {
  FakeHost fake;
  fake.gcc("12", false);
  fake.file("/usr/include/c++/12/vector");
  CHECK_FALSE(findGcc(fake.host).hasHeaders());
}

TEST_CASE("distributions that name directories by the full version") {
  FakeHost fake;
  fake.file("/usr/lib/gcc/x86_64-redhat-linux/14.2.1/crtbegin.o");
  fake.file("/usr/include/c++/14.2.1/vector");
  fake.file("/usr/include/c++/14.2.1/x86_64-redhat-linux/bits/c++config.h");
  fake.file("/usr/lib64/Scrt1.o");
  GccInstallation gcc = findGcc(fake.host);
  CHECK(gcc.version == "14.2.1");
  CHECK(gcc.hasHeaders());
  CHECK(gcc.startFiles == "/usr/lib64");
}

TEST_CASE("no GCC at all") {
  FakeHost fake;
  GccInstallation gcc = findGcc(fake.host);
  CHECK_FALSE(gcc.found());
  CHECK_FALSE(gcc.probes.empty());
}
