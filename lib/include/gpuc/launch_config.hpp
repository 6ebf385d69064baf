/// How many threads a launch has: blocks per grid and threads per block.
#pragma once

#include "gpuc/abi/launch.h"

#include <cstdint>

namespace gpuc {

/// Threads per axis of a block, in contracts. `{256}` is 256 x 1 x 1.
struct dim3 {
  unsigned x = 1, y = 1, z = 1;
};

/// Sizes along two or three axes; x runs fastest.
struct extent_2d {
  std::uint64_t x = 1, y = 1;
};
struct extent_3d {
  std::uint64_t x = 1, y = 1, z = 1;
};

/// A one-dimensional launch: `{.grid = 4, .block = 256}`. Nothing is checked before a `prepare_*` does.
struct launch_config_1d {
  std::uint64_t grid = 1;            ///< blocks
  std::uint64_t block = 0;           ///< threads per block; 0: the contract's
  std::uint64_t dynamic_shared = 0;  ///< bytes per block

  constexpr abi::geometry shape() const noexcept {
    return {.grid = {grid, 1, 1},
            .block = {block, 1, 1},
            .dynamic_shared = dynamic_shared,
            .domain = 1,
            .block_given = block != 0};
  }
};

/// A two-dimensional launch: `{.grid = {40, 30}, .block = {16, 16}}`.
struct launch_config_2d {
  extent_2d grid;
  extent_2d block{0, 0};             ///< {0, 0}: the contract's
  std::uint64_t dynamic_shared = 0;  ///< bytes per block

  constexpr abi::geometry shape() const noexcept {
    return {.grid = {grid.x, grid.y, 1},
            .block = {block.x, block.y, 1},
            .dynamic_shared = dynamic_shared,
            .domain = 2,
            .block_given = (block.x | block.y) != 0};
  }
};

/// A three-dimensional launch, `{.grid = {4, 3, 2}, .block = {8, 8, 8}}`, and that of a kernel without a contract,
/// `{.grid = {4}, .block = {256}}`.
struct launch_config_3d {
  extent_3d grid;
  extent_3d block{0, 0, 0};          ///< {0, 0, 0}: the contract's
  std::uint64_t dynamic_shared = 0;  ///< bytes per block

  constexpr abi::geometry shape() const noexcept {
    return {.grid = {grid.x, grid.y, grid.z},
            .block = {block.x, block.y, block.z},
            .dynamic_shared = dynamic_shared,
            .domain = 3,
            .block_given = (block.x | block.y | block.z) != 0};
  }
};

}  // namespace gpuc
