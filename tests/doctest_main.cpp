// The main function of every doctest program; compiled once, since the implementation takes seconds.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
