/// Tests beside the code that they test: `TEST_CASE("...") { CHECK(...); }`, in doctest's language. They are compiled
/// under `gpuc test`, which defines GPUC_TEST and sets the program's own `main` aside; elsewhere they are nothing.
#pragma once

#ifndef GPUC_TEST
#define DOCTEST_CONFIG_DISABLE
// A disabled test is a template that nothing instantiates. Its assertions keep their expressions, so that what only
// they use is not reported as unused.
#define DOCTEST_CONFIG_EVALUATE_ASSERTS_EVEN_WHEN_DISABLED
#define DOCTEST_CONFIG_ASSERTS_RETURN_VALUES
#endif

#include <doctest/doctest.h>
