// A program with a test beside its code, compiled as `gpuc test` does (GPUC_TEST, no main) and as `gpuc build` does.
#include <gpuc/error.hpp>
#include <gpuc/test.hpp>

static int doubled(int x) { return 2 * x; }

TEST_CASE("doubled") {
  CHECK(doubled(2) == 4);
  throw gpuc::launch_error(gpuc::errc::zero_dimension, "copy", "a readable text");
}

#ifndef GPUC_TEST
int main() { return doubled(0); }
#endif
