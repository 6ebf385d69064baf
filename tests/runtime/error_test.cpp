#include "gpuc/error.hpp"
#include "gpuc/report.hpp"

#include <doctest/doctest.h>

TEST_CASE("an error's message has kernel, text and code, and its parts can be had") {
  gpuc::launch_error e(gpuc::errc::zero_dimension, "copy", "grid of 0 blocks");
  CHECK(e.what() == std::string("copy: grid of 0 blocks (GPUC0601)"));
  CHECK(e.kernel() == "copy");
  CHECK(e.message() == "copy: grid of 0 blocks");
  CHECK(e.code() == 601);
  CHECK(e.kind() == gpuc::errc::zero_dimension);
}

TEST_CASE("an error without a kernel starts with its text") {
  gpuc::error e(gpuc::errc::size_mismatch, 605, {}, "two sizes");
  CHECK(e.what() == std::string("two sizes (GPUC0605)"));
  CHECK(e.kernel().empty());
  CHECK(e.message() == "two sizes");
}

TEST_CASE("a copy keeps the parts") {
  gpuc::launch_error original(gpuc::errc::zero_dimension, "copy", "grid of 0 blocks");
  gpuc::error copy = original;
  CHECK(copy.kernel() == "copy");
  CHECK(copy.message() == "copy: grid of 0 blocks");
}

TEST_CASE("report returns 3 where there is no device to run on, else 1") {
  CHECK(gpuc::report(gpuc::device_unavailable(gpuc::errc::device_unusable, 705, {}, "a test's message")) == 3);
  CHECK(gpuc::report(gpuc::out_of_memory(1, 2, 3, "a test's message")) == 1);
}

TEST_CASE("out_of_memory carries the sizes") {
  gpuc::out_of_memory e(10, 20, 30, "no memory");
  CHECK(e.requested() == 10);
  CHECK(e.available() == 20);
  CHECK(e.total() == 30);
}
