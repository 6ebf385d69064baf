/// The shape of a tile, known when the kernel is compiled.
#pragma once

#include <cstddef>

namespace gpuc {

namespace detail {

constexpr bool is_power_of_two(int extent) noexcept { return extent > 0 && (extent & (extent - 1)) == 0; }

constexpr unsigned logarithm(int extent) noexcept {
  unsigned bits = 0;
  while ((1 << bits) < extent) ++bits;
  return bits;
}

}  // namespace detail

/// Extents of a tile along its one to three axes, slowest first. Each is a power of two, their product at most 2^20.
template <int... N>
struct shape {
  static_assert(sizeof...(N) >= 1 && sizeof...(N) <= 3, "a tile has one to three axes");
  static_assert((detail::is_power_of_two(N) && ...), "the extents of a tile are powers of two");
  static_assert((std::size_t{1} * ... * N) <= (std::size_t{1} << 20), "a tile has at most 2^20 elements");

  static constexpr unsigned rank = sizeof...(N);
  static constexpr int extent[sizeof...(N)] = {N...};
  static constexpr std::size_t size = (std::size_t{1} * ... * N);
};

/// How the host partitions an output: `z.partition(gpuc::tile_shape<128, 64>)`.
template <int... N>
inline constexpr shape<N...> tile_shape{};

}  // namespace gpuc
