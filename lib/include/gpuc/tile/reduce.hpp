/// Reductions along an axis, which stays with extent 1, and matrix products.
#pragma once

#include "gpuc/tile/tile.hpp"

#include <concepts>
#include <type_traits>
#include <utility>

namespace gpuc {

namespace detail {

template <int Axis, class S>
struct reduced_shape;
template <int Axis, int... N>
struct reduced_shape<Axis, shape<N...>> {
  template <int... I>
  static shape<(I == Axis ? 1 : N)...> make(std::integer_sequence<int, I...>);
  using type = decltype(make(std::make_integer_sequence<int, sizeof...(N)>()));
};

template <int Axis, class T, class S>
[[gnu::always_inline]] inline auto tile_reduce(unsigned operation, const tile<T, S>& a) noexcept {
  static_assert(Axis >= 0 && Axis < int(S::rank), "the tile has no such axis");
  using result = tile<T, typename reduced_shape<Axis, S>::type>;
  return result(__gpuc_tile_reduce(result::type, operation, Axis, a.handle()));
}

}  // namespace detail

/// Sum, largest and smallest along `Axis`. The order of the additions is not specified; a NaN is no maximum.
template <int Axis, class T, class S>
  requires(!std::same_as<T, bool>)
[[gnu::always_inline]] inline auto reduce_sum(const tile<T, S>& a) noexcept {
  return detail::tile_reduce<Axis>(abi::tile_sum, a);
}
template <int Axis, class T, class S>
  requires(!std::same_as<T, bool>)
[[gnu::always_inline]] inline auto reduce_max(const tile<T, S>& a) noexcept {
  return detail::tile_reduce<Axis>(abi::tile_maximum, a);
}
template <int Axis, class T, class S>
  requires(!std::same_as<T, bool>)
[[gnu::always_inline]] inline auto reduce_min(const tile<T, S>& a) noexcept {
  return detail::tile_reduce<Axis>(abi::tile_minimum, a);
}

/// The matrix product of a and b added to c, in float: on a GPU by its tensor cores.
/// Shapes: a is M x K, b is K x N, c is M x N; M and K are at least 16, N at least 8.
template <class T, int M, int N, int K>
  requires(std::same_as<T, half> || std::same_as<T, bfloat16>)
[[gnu::always_inline]] inline tile<float, shape<M, N>> mma(const tile<T, shape<M, K>>& a, const tile<T, shape<K, N>>& b,
                                                           const tile<float, shape<M, N>>& c) noexcept {
  static_assert(M >= 16 && K >= 16 && N >= 8, "mma needs tiles of at least 16 x 16 and 16 x 8");
  using result = tile<float, shape<M, N>>;
  return result(__gpuc_tile_mma(result::type, a.handle(), b.handle(), c.handle()));
}

}  // namespace gpuc
