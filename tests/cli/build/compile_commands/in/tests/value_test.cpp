#include "value.hpp"

#include <gpuc/test.hpp>

TEST_CASE("value") { CHECK(value == 1); }
