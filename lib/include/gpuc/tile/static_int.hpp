/// A number that a kernel knows when it is compiled and no tensor tells.
#pragma once

namespace gpuc {

/// Passed by the host as `gpuc::static_int<32>{}` to a tile kernel's parameter `gpuc::static_int<BK>`.
template <int N>
struct static_int {
  static constexpr int value = N;
  constexpr operator int() const noexcept { return N; }
};

}  // namespace gpuc
