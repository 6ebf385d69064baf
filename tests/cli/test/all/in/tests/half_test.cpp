#include <gpuc/test.hpp>

int half(int);

TEST_CASE("half of odd") { CHECK(half(5) == 2); }
