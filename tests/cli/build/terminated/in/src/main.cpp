// fake: wait go
#include <cstdio>

int main() { std::puts("hello"); }
