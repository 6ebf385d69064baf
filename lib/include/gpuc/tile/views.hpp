/// The parameters of tile kernels: tensors in device memory, row-major and without gaps.
#pragma once

#include "gpuc/device/builtins.hpp"
#include "gpuc/tile/position.hpp"
#include "gpuc/tile/tile.hpp"

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpuc {

/// What elements of a tile that lie outside of the tensor read as.
enum class pad : unsigned {
  zero = abi::tile_pad_zero,
  one = abi::tile_pad_one,
  lowest = abi::tile_pad_lowest,    ///< the lowest finite value
  highest = abi::tile_pad_highest,  ///< the highest finite value
};

namespace detail {

/// Number of tiles of width `step` that cover `extent`.
[[gnu::always_inline]] inline std::size_t tiles_along(std::size_t extent, int step) noexcept {
  return (extent + static_cast<std::size_t>(step) - 1) / static_cast<std::size_t>(step);
}

/// A plain number of a tile is checked; the thread leaves the kernel with a report where it is out of range.
template <dim_name Name, int Step>
[[gnu::always_inline]] inline std::size_t tile_origin(std::size_t index, std::size_t extent) noexcept {
  std::size_t count = tiles_along(extent, Step);
  if (index >= count) [[unlikely]]
    __gpuc_out_of_range(index, count);
  return index * Step;
}
/// So is a position along another extent, or of another width.
template <dim_name Name, int Step, dim_name Other, int OtherStep>
[[gnu::always_inline]] inline std::size_t tile_origin(axis_position<Other, OtherStep> position,
                                                      std::size_t extent) noexcept {
  if constexpr (std::is_same_v<axis_position<Other, OtherStep>, axis_position<Name, Step>>)
    if constexpr (!Name.empty()) return position.get() * Step;
  return tile_origin<Name, Step>(position.get(), extent);
}

template <class T, class S, class D, std::size_t... I, class... P>
[[gnu::always_inline]] inline tile<T, S> load_tile(const T* data, const std::size_t* extent, pad padding,
                                                   std::index_sequence<I...>, P... positions) noexcept {
  const std::size_t origin[3] = {tile_origin<name_at<I, D>::value, S::extent[I]>(positions, extent[I])...};
  const std::size_t size[3] = {extent[I]...};
  return tile<T, S>(__gpuc_tile_load(tile<T, S>::type, data, origin[0], origin[1], origin[2], size[0],
                                     S::rank > 1 ? size[1] : 1, S::rank > 2 ? size[2] : 1,
                                     static_cast<unsigned>(padding)));
}

}  // namespace detail

/// An input tensor, shared by all tiles: never written while the kernel runs. D names its extents.
/// Lifetime: valid in the kernel. Threads: plain data.
template <tile_element T, class D>
class in {
 public:
  using value_type = T;
  using dims_type = D;
  static constexpr unsigned rank = D::rank;

  [[gnu::always_inline]] std::size_t extent(unsigned axis) const noexcept { return extent_[axis]; }
  [[gnu::always_inline]] const T* data() const noexcept { return data_; }
  [[gnu::always_inline]] const std::size_t* extents() const noexcept { return extent_; }

 private:
  const T* data_;
  std::size_t extent_[rank];
};

/// An output tensor: this tile's part of it, which nothing else reads or writes. S is the tile's shape, D names the
/// tensor's extents.
template <tile_element T, class S, class D = typename detail::no_names<S::rank>::type>
class out {
  static_assert(S::rank == D::rank, "an output has as many names as axes");

 public:
  using value_type = T;
  using shape_type = S;
  using dims_type = D;
  static constexpr unsigned rank = S::rank;

  [[gnu::always_inline]] std::size_t extent(unsigned axis) const noexcept { return extent_[axis]; }

  /// Where this tile lies: one position per axis, for a structured binding.
  [[gnu::always_inline]] auto index() const noexcept { return make_index(std::make_index_sequence<rank>()); }

  /// Writes the tile; what lies outside of the tensor is not written.
  template <class From>
    requires std::same_as<broadcast_shape<S, From>, S>
  [[gnu::always_inline]] void store(const tile<T, From>& value) const noexcept {
    std::size_t at[3] = {}, size[3] = {1, 1, 1};
    place(at);
    for (unsigned axis = 0; axis < rank; ++axis) {
      at[axis] *= S::extent[axis];
      size[axis] = extent_[axis];
    }
    __gpuc_tile_store(tile<T, S>::type, data_, at[0], at[1], at[2], size[0], size[1], size[2],
                      broadcast_to<S>(value).handle());
  }

 private:
  /// The grid is the tiles in row-major order.
  [[gnu::always_inline]] void place(std::size_t* at) const noexcept {
    unsigned rest = __gpuc_tile_index();
    for (unsigned axis = rank; axis-- > 1;) {
      unsigned count = static_cast<unsigned>(detail::tiles_along(extent_[axis], S::extent[axis]));
      at[axis] = rest % count;
      rest /= count;
    }
    at[0] = rest;
  }

  template <std::size_t... I>
  [[gnu::always_inline]] auto make_index(std::index_sequence<I...>) const noexcept {
    std::size_t at[rank];
    place(at);
    return std::tuple(axis_position<detail::name_at<I, D>::value, S::extent[I]>::make(at[I])...);
  }

  T* data_;
  std::size_t extent_[rank];
};

/// A tensor cut into tiles of shape S, made by `tiles<...>(x)`.
template <tile_element T, class S, class D>
class tiled_view {
  static_assert(S::rank == D::rank, "a tile has as many axes as its tensor");

 public:
  [[gnu::always_inline]] explicit tiled_view(const in<T, D>& tensor) noexcept : tensor_(tensor) {}

  /// The tile at these positions, one per axis; a last argument of type gpuc::pad says what lies outside.
  /// A position from `index()` or `axis<>` along an extent of the same name needs no check. Any other is checked: a
  /// tile that lies wholly outside is a report (GPUC0602).
  template <class... P>
    requires(sizeof...(P) == S::rank)
  [[gnu::always_inline]] tile<T, S> load(P... positions) const noexcept {
    return detail::load_tile<T, S, D>(tensor_.data(), tensor_.extents(), pad::zero, std::make_index_sequence<S::rank>(),
                                      positions...);
  }
  template <class P>
  [[gnu::always_inline]] tile<T, S> load(P position, pad padding) const noexcept
    requires(S::rank == 1)
  {
    return detail::load_tile<T, S, D>(tensor_.data(), tensor_.extents(), padding, std::make_index_sequence<1>(),
                                      position);
  }
  template <class P, class Q>
  [[gnu::always_inline]] tile<T, S> load(P first, Q second, pad padding) const noexcept
    requires(S::rank == 2)
  {
    return detail::load_tile<T, S, D>(tensor_.data(), tensor_.extents(), padding, std::make_index_sequence<2>(), first,
                                      second);
  }
  template <class P, class Q, class R>
  [[gnu::always_inline]] tile<T, S> load(P first, Q second, R third, pad padding) const noexcept
    requires(S::rank == 3)
  {
    return detail::load_tile<T, S, D>(tensor_.data(), tensor_.extents(), padding, std::make_index_sequence<3>(), first,
                                      second, third);
  }

  /// The number of tiles along an axis.
  [[gnu::always_inline]] std::size_t count(unsigned axis) const noexcept {
    return detail::tiles_along(tensor_.extent(axis), S::extent[axis]);
  }

 private:
  in<T, D> tensor_;
};

/// Cuts a tensor into tiles of that shape.
template <int... N, class T, class D>
[[gnu::always_inline]] inline tiled_view<T, shape<N...>, D> tiles(const in<T, D>& tensor) noexcept {
  return tiled_view<T, shape<N...>, D>(tensor);
}

/// Every position of the view along its axis `Axis`.
template <int Axis, class T, class S, class D>
[[gnu::always_inline]] inline auto axis(const tiled_view<T, S, D>& view) noexcept {
  static_assert(Axis >= 0 && Axis < int(S::rank), "the view has no such axis");
  return axis_range<detail::name_at<Axis, D>::value, S::extent[Axis]>(view.count(Axis));
}

namespace detail {

template <dim_name A, dim_name B>
inline constexpr bool is_same_extent = std::is_same_v<axis_position<A, 1>, axis_position<B, 1>> && !A.empty();

template <class T, class D, class U, class S, class E, std::size_t... I>
[[gnu::always_inline]] inline tile<T, S> load_like(const in<T, D>& x, const out<U, S, E>& z, pad padding,
                                                   std::index_sequence<I...> axes) noexcept {
  auto at = z.index();
  // Extents of one name are one number, which the store needs anyway.
  const std::size_t extent[] = {
      (is_same_extent<name_at<I, D>::value, name_at<I, E>::value> ? z.extent(I) : x.extent(I))...};
  return load_tile<T, S, D>(x.data(), extent, padding, axes, std::get<I>(at)...);
}

}  // namespace detail

/// The tile of `x` that lies where this tile of `z` does.
template <class T, class D, class U, class S, class E>
  requires(D::rank == S::rank)
[[gnu::always_inline]] inline tile<T, S> load_like(const in<T, D>& x, const out<U, S, E>& z,
                                                   pad padding = pad::zero) noexcept {
  return detail::load_like(x, z, padding, std::make_index_sequence<S::rank>());
}

}  // namespace gpuc
