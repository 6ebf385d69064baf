#include <cstdio>
int one();
int main() { std::printf("%d\n", one()); }
