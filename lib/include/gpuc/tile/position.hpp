/// Where a tile lies along a named extent.
#pragma once

#include "gpuc/tile/dims.hpp"

#include <cstddef>

namespace gpuc {

/// Number `get()` of the tiles of width Step along the extent `Name`. Only `index()` of an output and `axis<>` of a
/// view make one, so it lies inside of every tensor that has the name: an access with it needs no check.
template <dim_name Name, int Step>
class axis_position {
 public:
  /// For `index()` and `axis<>`.
  [[gnu::always_inline]] static axis_position make(std::size_t value) noexcept { return axis_position(value); }

  /// Counted in tiles.
  [[gnu::always_inline]] std::size_t get() const noexcept { return value_; }
  /// The first element of the tile along the extent.
  [[gnu::always_inline]] std::size_t element() const noexcept { return value_ * Step; }

 private:
  [[gnu::always_inline]] explicit axis_position(std::size_t value) noexcept : value_(value) {}
  std::size_t value_;
};

/// What `axis<>` returns: every position of a view along one of its axes, for a range-based for.
template <dim_name Name, int Step>
class axis_range {
 public:
  class iterator {
   public:
    [[gnu::always_inline]] explicit iterator(std::size_t value) noexcept : value_(value) {}
    [[gnu::always_inline]] axis_position<Name, Step> operator*() const noexcept {
      return axis_position<Name, Step>::make(value_);
    }
    [[gnu::always_inline]] iterator& operator++() noexcept {
      ++value_;
      return *this;
    }
    [[gnu::always_inline]] bool operator==(const iterator& other) const noexcept { return value_ == other.value_; }
    [[gnu::always_inline]] bool operator!=(const iterator& other) const noexcept { return value_ != other.value_; }

   private:
    std::size_t value_;
  };

  [[gnu::always_inline]] explicit axis_range(std::size_t count) noexcept : count_(count) {}
  [[gnu::always_inline]] iterator begin() const noexcept { return iterator(0); }
  [[gnu::always_inline]] iterator end() const noexcept { return iterator(count_); }
  [[gnu::always_inline]] std::size_t size() const noexcept { return count_; }

 private:
  std::size_t count_;
};

}  // namespace gpuc
