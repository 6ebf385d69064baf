#include "tool/run/run.h"

#include <doctest/doctest.h>

namespace gpuc::tool::run {
namespace {

TEST_CASE("devices") {
  for (const char* device : {"auto", "cpu", "cuda", "cuda:0", "cuda:12"}) CHECK(checkDevice(device));
  for (const char* device : {"", "gpu", "CUDA", "cuda:", "cuda:x", "cuda:-1", "cuda:1 ", "cuda:99999", "cuda1"}) {
    Result<void> checked = checkDevice(device);
    REQUIRE_FALSE(checked);
    CHECK(checked.error().code == 14);
  }
}

TEST_CASE("the device reaches the program, and its status us") {
  CHECK(*runAndWait({"/bin/sh", {"-c", "test \"$GPUC_DEVICE\" = cuda:1 && exit $1", "sh", "5"}, "cuda:1"}) == 5);
  CHECK(*runAndWait({"/bin/sh", {"-c", "kill -KILL $$"}, ""}) == 137);
  CHECK_FALSE(runAndWait({"/nowhere/program", {}, ""}));
}

TEST_CASE("becoming a program that is not there is an error") {
  CHECK(become({"/nowhere/program", {}, ""}).message == "cannot start '/nowhere/program': No such file or directory");
}

}  // namespace
}  // namespace gpuc::tool::run
