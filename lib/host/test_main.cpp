// `main` of the programs that `gpuc test` builds: doctest's, with its options, and gpuc's errors readable in it.

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "gpuc/error.hpp"

#include <doctest/doctest.h>

REGISTER_EXCEPTION_TRANSLATOR(const gpuc::error& e) { return e.what(); }
