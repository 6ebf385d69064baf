// Conversions to __bf16 that the x86 code generator calls and that libgcc has from GCC 13 on only. The library comes
// before libgcc on the link line, so these are taken where both are there.

#include <bit>
#include <cstdint>

namespace {

/// To the nearest, ties to even; a NaN stays one.
std::uint16_t rounded(float value) noexcept {
  auto bits = std::bit_cast<std::uint32_t>(value);
  if (value != value) return static_cast<std::uint16_t>(bits >> 16 | 0x40);
  return static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

/// Towards zero, with the last bit set where something was lost: rounding the result once more rounds `value` itself.
float rounded_to_odd(double value) noexcept {
  auto nearest = static_cast<float>(value);
  if (value != value || static_cast<double>(nearest) == value) return nearest;
  auto bits = std::bit_cast<std::uint32_t>(nearest);
  if (__builtin_fabs(static_cast<double>(nearest)) > __builtin_fabs(value)) --bits;
  return std::bit_cast<float>(bits | 1);
}

}  // namespace

extern "C" {

[[gnu::weak, gnu::visibility("hidden")]] __bf16 __truncsfbf2(float value) noexcept {
  return std::bit_cast<__bf16>(rounded(value));
}

[[gnu::weak, gnu::visibility("hidden")]] __bf16 __truncdfbf2(double value) noexcept {
  return std::bit_cast<__bf16>(rounded(rounded_to_odd(value)));
}

}  // extern "C"
