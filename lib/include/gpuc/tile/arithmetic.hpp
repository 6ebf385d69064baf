/// Arithmetic, comparison and mathematics on tiles, element by element. Operands of equal rank are broadcast where an
/// extent is 1; a scalar operand is converted to the tile's element type.
#pragma once

#include "gpuc/tile/tile.hpp"

#include <concepts>
#include <type_traits>

namespace gpuc {

namespace detail {

template <class T>
inline constexpr bool is_tile_float = tile_element<T> && !std::is_integral_v<T>;

template <class R, class A, class B>
[[gnu::always_inline]] inline R tile_binary(unsigned operation, const A& a, const B& b) noexcept {
  using S = typename R::shape_type;
  return R(__gpuc_tile_binary(R::type, operation, broadcast_to<S>(a).handle(), broadcast_to<S>(b).handle()));
}

template <class R, class A, class B>
[[gnu::always_inline]] inline R tile_compare(unsigned comparison, const A& a, const B& b) noexcept {
  using S = typename R::shape_type;
  return R(__gpuc_tile_compare(R::type, comparison, broadcast_to<S>(a).handle(), broadcast_to<S>(b).handle()));
}

/// A scalar as a tile of one element per axis.
template <class T, class S>
struct scalar_tile;
template <class T, int... N>
struct scalar_tile<T, shape<N...>> {
  template <class V>
  [[gnu::always_inline]] static auto make(V value) noexcept {
    return full_tile<T, (N / N)...>(static_cast<T>(value));
  }
};

template <class V, class T>
concept scalar_for = std::is_arithmetic_v<V> || std::same_as<V, T>;

}  // namespace detail

#define GPUC_TILE_BINARY(symbol, operation, condition)                                                \
  template <class T, class A, class B>                                                                \
    requires(condition)                                                                               \
  [[gnu::always_inline]] inline tile<T, broadcast_shape<A, B>> symbol(const tile<T, A>& a,            \
                                                                      const tile<T, B>& b) noexcept { \
    return detail::tile_binary<tile<T, broadcast_shape<A, B>>>(abi::operation, a, b);                 \
  }                                                                                                   \
  template <class T, class S, detail::scalar_for<T> V>                                                \
    requires(condition)                                                                               \
  [[gnu::always_inline]] inline tile<T, S> symbol(const tile<T, S>& a, V b) noexcept {                \
    return detail::tile_binary<tile<T, S>>(abi::operation, a, detail::scalar_tile<T, S>::make(b));    \
  }                                                                                                   \
  template <class T, class S, detail::scalar_for<T> V>                                                \
    requires(condition)                                                                               \
  [[gnu::always_inline]] inline tile<T, S> symbol(V a, const tile<T, S>& b) noexcept {                \
    return detail::tile_binary<tile<T, S>>(abi::operation, detail::scalar_tile<T, S>::make(a), b);    \
  }

GPUC_TILE_BINARY(operator+, tile_add, (!std::same_as<T, bool>))
GPUC_TILE_BINARY(operator-, tile_sub, (!std::same_as<T, bool>))
GPUC_TILE_BINARY(operator*, tile_mul, (!std::same_as<T, bool>))
GPUC_TILE_BINARY(operator/, tile_div, (!std::same_as<T, bool>))
GPUC_TILE_BINARY(operator%, tile_rem, (std::integral<T> && !std::same_as<T, bool>))
GPUC_TILE_BINARY(operator&, tile_and, std::integral<T>)
GPUC_TILE_BINARY(operator|, tile_or, std::integral<T>)
GPUC_TILE_BINARY(operator^, tile_xor, std::integral<T>)
GPUC_TILE_BINARY(operator<<, tile_shl, (std::integral<T> && !std::same_as<T, bool>))
GPUC_TILE_BINARY(operator>>, tile_shr, (std::integral<T> && !std::same_as<T, bool>))
GPUC_TILE_BINARY(min, tile_min, (!std::same_as<T, bool>))
GPUC_TILE_BINARY(max, tile_max, (!std::same_as<T, bool>))
GPUC_TILE_BINARY(pow, tile_pow, detail::is_tile_float<T>)
GPUC_TILE_BINARY(atan2, tile_atan2, detail::is_tile_float<T>)
#undef GPUC_TILE_BINARY

#define GPUC_TILE_ASSIGN(symbol, plain)                                                         \
  template <class T, class S, class B>                                                          \
  [[gnu::always_inline]] inline tile<T, S>& operator symbol(tile<T, S>& a, const B& b) noexcept \
    requires std::same_as<decltype(a plain b), tile<T, S>>                                      \
  {                                                                                             \
    return a = a plain b;                                                                       \
  }

GPUC_TILE_ASSIGN(+=, +)
GPUC_TILE_ASSIGN(-=, -)
GPUC_TILE_ASSIGN(*=, *)
GPUC_TILE_ASSIGN(/=, /)
GPUC_TILE_ASSIGN(%=, %)
GPUC_TILE_ASSIGN(&=, &)
GPUC_TILE_ASSIGN(|=, |)
GPUC_TILE_ASSIGN(^=, ^)
#undef GPUC_TILE_ASSIGN

#define GPUC_TILE_COMPARE(symbol, comparison)                                                                     \
  template <class T, class A, class B>                                                                            \
  [[gnu::always_inline]] inline tile<bool, broadcast_shape<A, B>> operator symbol(const tile<T, A>& a,            \
                                                                                  const tile<T, B>& b) noexcept { \
    return detail::tile_compare<tile<bool, broadcast_shape<A, B>>>(abi::comparison, a, b);                        \
  }                                                                                                               \
  template <class T, class S, detail::scalar_for<T> V>                                                            \
  [[gnu::always_inline]] inline tile<bool, S> operator symbol(const tile<T, S>& a, V b) noexcept {                \
    return detail::tile_compare<tile<bool, S>>(abi::comparison, a, detail::scalar_tile<T, S>::make(b));           \
  }                                                                                                               \
  template <class T, class S, detail::scalar_for<T> V>                                                            \
  [[gnu::always_inline]] inline tile<bool, S> operator symbol(V a, const tile<T, S>& b) noexcept {                \
    return detail::tile_compare<tile<bool, S>>(abi::comparison, detail::scalar_tile<T, S>::make(a), b);           \
  }

GPUC_TILE_COMPARE(==, tile_eq)
GPUC_TILE_COMPARE(!=, tile_ne)
GPUC_TILE_COMPARE(<, tile_lt)
GPUC_TILE_COMPARE(<=, tile_le)
GPUC_TILE_COMPARE(>, tile_gt)
GPUC_TILE_COMPARE(>=, tile_ge)
#undef GPUC_TILE_COMPARE

#define GPUC_TILE_UNARY(symbol, operation, condition)                                   \
  template <class T, class S>                                                           \
    requires(condition)                                                                 \
  [[gnu::always_inline]] inline tile<T, S> symbol(const tile<T, S>& a) noexcept {       \
    return tile<T, S>(__gpuc_tile_unary(tile<T, S>::type, abi::operation, a.handle())); \
  }

GPUC_TILE_UNARY(operator-, tile_neg, (!std::same_as<T, bool>))
GPUC_TILE_UNARY(operator~, tile_not, (std::integral<T> && !std::same_as<T, bool>))
GPUC_TILE_UNARY(operator!, tile_not, (std::same_as<T, bool>))
GPUC_TILE_UNARY(abs, tile_abs, (!std::same_as<T, bool> && !std::unsigned_integral<T>))
GPUC_TILE_UNARY(floor, tile_floor, detail::is_tile_float<T>)
GPUC_TILE_UNARY(ceil, tile_ceil, detail::is_tile_float<T>)
GPUC_TILE_UNARY(sqrt, tile_sqrt, detail::is_tile_float<T>)
GPUC_TILE_UNARY(rsqrt, tile_rsqrt, detail::is_tile_float<T>)
GPUC_TILE_UNARY(exp, tile_exp, detail::is_tile_float<T>)
GPUC_TILE_UNARY(exp2, tile_exp2, detail::is_tile_float<T>)
GPUC_TILE_UNARY(log, tile_log, detail::is_tile_float<T>)
GPUC_TILE_UNARY(log2, tile_log2, detail::is_tile_float<T>)
GPUC_TILE_UNARY(sin, tile_sin, detail::is_tile_float<T>)
GPUC_TILE_UNARY(cos, tile_cos, detail::is_tile_float<T>)
GPUC_TILE_UNARY(tan, tile_tan, detail::is_tile_float<T>)
GPUC_TILE_UNARY(tanh, tile_tanh, detail::is_tile_float<T>)
GPUC_TILE_UNARY(erf, tile_erf, detail::is_tile_float<T>)
#undef GPUC_TILE_UNARY

/// a * b + c, rounded once.
template <class T, class S>
  requires detail::is_tile_float<T>
[[gnu::always_inline]] inline tile<T, S> fma(const tile<T, S>& a, const tile<T, S>& b, const tile<T, S>& c) noexcept {
  return tile<T, S>(__gpuc_tile_fma(tile<T, S>::type, a.handle(), b.handle(), c.handle()));
}

/// Where `condition` holds the element of a, elsewhere that of b.
template <class T, class C, class A, class B>
[[gnu::always_inline]] inline auto select(const tile<bool, C>& condition, const tile<T, A>& a,
                                          const tile<T, B>& b) noexcept {
  using S = broadcast_shape<C, broadcast_shape<A, B>>;
  return tile<T, S>(__gpuc_tile_select(tile<T, S>::type, broadcast_to<S>(condition).handle(),
                                       broadcast_to<S>(a).handle(), broadcast_to<S>(b).handle()));
}

}  // namespace gpuc
