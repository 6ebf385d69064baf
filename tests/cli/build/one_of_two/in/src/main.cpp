#include <cstdio>

int one();
int two();

int main() { std::printf("%d\n", one() + two()); }
