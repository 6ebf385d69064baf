#include "value.hpp"

#include <cstdio>

int main() { std::printf("%d\n", value); }
