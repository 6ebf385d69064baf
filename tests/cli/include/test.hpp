// As the public header: doctest under `gpuc test`, nothing else otherwise.
#pragma once

#ifndef GPUC_TEST
#define DOCTEST_CONFIG_DISABLE
#endif
#include <doctest/doctest.h>
