/// The 16-bit floating-point types, on host and device.
#pragma once

#include <bit>
#include <cstdint>

namespace gpuc {

/// IEEE binary16. Arithmetic on it is done in float and rounded once per operation.
using half = _Float16;

/// The upper half of a float. Storage and conversions only: compute in float.
class bfloat16 {
 public:
  bfloat16() = default;
  /// Rounds to nearest, ties to even.
  explicit constexpr bfloat16(float value) noexcept : bits_(round(std::bit_cast<std::uint32_t>(value))) {}
  explicit constexpr operator float() const noexcept { return std::bit_cast<float>(std::uint32_t{bits_} << 16); }

  /// The value with these bits, and the bits of a value.
  static constexpr bfloat16 from_bits(std::uint16_t bits) noexcept {
    bfloat16 made{};
    made.bits_ = bits;
    return made;
  }
  constexpr std::uint16_t bits() const noexcept { return bits_; }

 private:
  static constexpr std::uint16_t round(std::uint32_t bits) noexcept {
    if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>(bits >> 16 | 0x40u);  // stays a NaN
    return static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
  }
  std::uint16_t bits_;
};

}  // namespace gpuc
