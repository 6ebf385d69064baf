#include <gpuc/test.hpp>

#include <cstdio>

int twice(int x) { return 2 * x; }

TEST_CASE("twice, in file") { CHECK(twice(2) == 4); }

int main() { std::puts("main"); }
