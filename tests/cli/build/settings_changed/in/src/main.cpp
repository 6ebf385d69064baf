#include <cstdio>

#ifndef WHO
#define WHO "me"
#endif

int main() { std::puts(WHO); }
