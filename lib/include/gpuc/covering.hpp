/// A launch with a thread for each of some elements.
#pragma once

#include "gpuc/abi/launch.h"
#include "gpuc/launch_config.hpp"

#include <cstddef>
#include <cstdint>

namespace gpuc {

/// The smallest grid with at least one thread per element; the block is the contract's unless it is given. Covering
/// no elements is legal: launching does nothing. What a `prepare_*` takes in place of a launch_config.
class covering {
 public:
  /// `count` elements along one axis, in blocks of `block` threads.
  explicit constexpr covering(std::uint64_t count) noexcept : shape_(make(1, {count, 1, 1})) {}
  constexpr covering(std::uint64_t count, std::uint64_t block) noexcept
      : shape_(make(1, {count, 1, 1}, {block, 1, 1})) {}

  /// Elements along two axes. x runs fastest.
  explicit constexpr covering(extent_2d count) noexcept : shape_(make(2, {count.x, count.y, 1})) {}
  constexpr covering(extent_2d count, extent_2d block) noexcept
      : shape_(make(2, {count.x, count.y, 1}, {block.x, block.y, 1})) {}

  /// Elements along three axes.
  explicit constexpr covering(extent_3d count) noexcept : shape_(make(3, count)) {}
  constexpr covering(extent_3d count, extent_3d block) noexcept : shape_(make(3, count, block)) {}

  /// The elements of a buffer or view.
  template <class View>
    requires requires(const View& view) { view.data(), view.size(); } ||
             requires(const View& view) { view.view().data(), view.size(); }
  explicit constexpr covering(const View& view) noexcept : covering(static_cast<std::uint64_t>(view.size())) {}

  /// The elements of a matrix: columns along x, rows along y.
  template <class Matrix>
    requires requires(const Matrix& matrix) { matrix.rows(), matrix.cols(); }
  explicit constexpr covering(const Matrix& matrix) noexcept : covering(extent_2d{matrix.cols(), matrix.rows()}) {}
  template <class Matrix>
    requires requires(const Matrix& matrix) { matrix.rows(), matrix.cols(); }
  constexpr covering(const Matrix& matrix, extent_2d block) noexcept
      : covering(extent_2d{matrix.cols(), matrix.rows()}, block) {}

  /// The same launch with `bytes` of dynamic shared memory per block.
  constexpr covering with_dynamic_shared(std::uint64_t bytes) const noexcept {
    covering changed = *this;
    changed.shape_.dynamic_shared = bytes;
    return changed;
  }

  constexpr abi::geometry shape() const noexcept { return shape_; }

 private:
  static constexpr abi::geometry make(std::uint32_t domain, extent_3d count) noexcept {
    return {.extent = {count.x, count.y, count.z}, .domain = domain, .extent_given = true, .block_given = false};
  }
  static constexpr abi::geometry make(std::uint32_t domain, extent_3d count, extent_3d block) noexcept {
    abi::geometry shape = make(domain, count);
    shape.block[0] = block.x, shape.block[1] = block.y, shape.block[2] = block.z;
    shape.block_given = true;
    return shape;
  }

  abi::geometry shape_;
};

}  // namespace gpuc
