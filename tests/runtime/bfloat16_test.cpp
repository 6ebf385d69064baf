#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

extern "C" __bf16 __truncsfbf2(float);
extern "C" __bf16 __truncdfbf2(double);

namespace {

std::uint16_t fromFloat(float value) { return std::bit_cast<std::uint16_t>(__truncsfbf2(value)); }
std::uint16_t fromDouble(double value) { return std::bit_cast<std::uint16_t>(__truncdfbf2(value)); }
float bits(std::uint32_t value) { return std::bit_cast<float>(value); }

}  // namespace

TEST_CASE("float to bf16 rounds to the nearest, ties to even") {
  CHECK(fromFloat(1.0f) == 0x3f80);
  CHECK(fromFloat(-2.5f) == 0xc020);
  CHECK(fromFloat(bits(0x3f808000)) == 0x3f80);  // halfway, down to even
  CHECK(fromFloat(bits(0x3f818000)) == 0x3f82);  // halfway, up to even
  CHECK(fromFloat(bits(0x3f808001)) == 0x3f81);
  CHECK(fromFloat(bits(0x00000001)) == 0x0000);
  CHECK(fromFloat(bits(0x0000c000)) == 0x0001);  // denormals too
  CHECK(fromFloat(-0.0f) == 0x8000);
}

TEST_CASE("float to bf16 keeps infinities and NaN, and overflows to infinity") {
  CHECK(fromFloat(std::numeric_limits<float>::infinity()) == 0x7f80);
  CHECK(fromFloat(std::numeric_limits<float>::max()) == 0x7f80);
  CHECK(fromFloat(bits(0x7f7f7fff)) == 0x7f7f);
  CHECK((fromFloat(bits(0x7f800001)) & 0x7fff) > 0x7f80);  // a NaN whose upper half looks like infinity
}

TEST_CASE("double to bf16 rounds once") {
  CHECK(fromDouble(1.0) == 0x3f80);
  // A little above halfway; by way of float it would be halfway exactly, and go down to even.
  CHECK(fromDouble(1.0 + std::ldexp(1.0, -8) + std::ldexp(1.0, -40)) == 0x3f81);
  CHECK(fromDouble(-(1.0 + std::ldexp(1.0, -8) + std::ldexp(1.0, -40))) == 0xbf81);
  // A little below halfway.
  CHECK(fromDouble(1.0 + 3 * std::ldexp(1.0, -8) - std::ldexp(1.0, -40)) == 0x3f81);
  CHECK(fromDouble(1e300) == 0x7f80);
  CHECK(fromDouble(1e-300) == 0x0000);
  CHECK((fromDouble(std::numeric_limits<double>::quiet_NaN()) & 0x7fff) > 0x7f80);
}
