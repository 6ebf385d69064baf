/// Tests beside the code that they test: `TEST_CASE("...") { CHECK(...); }`, in doctest's language. They are compiled
/// under `gpuc test`, which defines GPUC_TEST and sets the program's own `main` aside; elsewhere they are nothing.
#pragma once

#ifndef GPUC_TEST
#define DOCTEST_CONFIG_DISABLE
#endif

#include <doctest/doctest.h>
