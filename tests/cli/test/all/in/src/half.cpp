#include <gpuc/test.hpp>

int half(int x) { return x / 2; }

TEST_CASE("half") { CHECK(half(4) == 2); }
