/// Tiles: the values that tile kernels compute with.
#pragma once

#include "gpuc/device/tile_builtins.hpp"
#include "gpuc/tile/half.hpp"
#include "gpuc/tile/shape.hpp"

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace gpuc {

namespace detail {

template <class T>
struct tile_element_of;
template <>
struct tile_element_of<bool> : std::integral_constant<abi::tile_element, abi::tile_bool> {};
template <>
struct tile_element_of<half> : std::integral_constant<abi::tile_element, abi::tile_f16> {};
template <>
struct tile_element_of<bfloat16> : std::integral_constant<abi::tile_element, abi::tile_bf16> {};
template <>
struct tile_element_of<float> : std::integral_constant<abi::tile_element, abi::tile_f32> {};
template <>
struct tile_element_of<double> : std::integral_constant<abi::tile_element, abi::tile_f64> {};
template <class T>
  requires(std::is_integral_v<T> && !std::same_as<T, bool> && (sizeof(T) == 4 || sizeof(T) == 8))
struct tile_element_of<T>
    : std::integral_constant<abi::tile_element, sizeof(T) == 4
                                                    ? (std::is_signed_v<T> ? abi::tile_i32 : abi::tile_u32)
                                                    : (std::is_signed_v<T> ? abi::tile_i64 : abi::tile_u64)> {};

template <class T, class S>
inline constexpr abi::tile_type tile_type_of = 0;
template <class T, int... N>
inline constexpr abi::tile_type tile_type_of<T, shape<N...>> =
    sizeof...(N) == 1 ? abi::make_tile_type(tile_element_of<T>::value, 1, {logarithm(shape<N...>::extent[0]), 0, 0})
    : sizeof...(N) == 2
        ? abi::make_tile_type(tile_element_of<T>::value, 2,
                              {logarithm(shape<N...>::extent[0]), logarithm(shape<N...>::extent[sizeof...(N) > 1]), 0})
        : abi::make_tile_type(tile_element_of<T>::value, 3,
                              {logarithm(shape<N...>::extent[0]), logarithm(shape<N...>::extent[sizeof...(N) > 1]),
                               logarithm(shape<N...>::extent[sizeof...(N) > 2 ? 2 : 0])});

/// The bits of a scalar, in the low end of a word.
template <class T>
[[gnu::always_inline]] inline std::uint64_t tile_bits(T value) noexcept {
  if constexpr (std::is_same_v<T, bfloat16>)
    return value.bits();
  else if constexpr (std::is_same_v<T, half>)
    return std::bit_cast<std::uint16_t>(value);
  else if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<std::uint32_t>(value);
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<std::uint64_t>(value);
  else
    return static_cast<std::uint64_t>(value);
}

template <class T>
[[gnu::always_inline]] inline T tile_value(std::uint64_t bits) noexcept {
  if constexpr (std::is_same_v<T, bfloat16>)
    return bfloat16::from_bits(static_cast<std::uint16_t>(bits));
  else if constexpr (std::is_same_v<T, half>)
    return std::bit_cast<half>(static_cast<std::uint16_t>(bits));
  else if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(bits);
  else
    return static_cast<T>(bits);
}

}  // namespace detail

/// What a tile may consist of: bool, 32- and 64-bit integers, half, bfloat16, float and double.
template <class T>
concept tile_element = requires { detail::tile_element_of<T>::value; };

/// An immutable value of S::size elements. Which thread holds which element is the compiler's business; there is no
/// access to single ones. Exists in tile kernels only. Copying costs nothing.
template <tile_element T, class S>
class tile {
 public:
  using value_type = T;
  using shape_type = S;
  static constexpr unsigned rank = S::rank;
  static constexpr abi::tile_type type = detail::tile_type_of<T, S>;

  /// For the operations in these headers.
  [[gnu::always_inline]] explicit tile(__gpuc_tile_handle handle) noexcept : handle_(handle) {}
  [[gnu::always_inline]] __gpuc_tile_handle handle() const noexcept { return handle_; }

  /// The one element of a tile of size 1, for conditions and bounds.
  [[gnu::always_inline]] T scalar() const noexcept
    requires(S::size == 1)
  {
    return detail::tile_value<T>(__gpuc_tile_scalar(type, handle_));
  }

 private:
  __gpuc_tile_handle handle_;
};

namespace detail {

template <class X>
inline constexpr bool is_tile = false;
template <class T, class S>
inline constexpr bool is_tile<tile<T, S>> = true;

template <class A, class B>
struct broadcast_shapes;
template <int... N, int... M>
  requires(sizeof...(N) == sizeof...(M) && ((N == M || N == 1 || M == 1) && ...))
struct broadcast_shapes<shape<N...>, shape<M...>> {
  using type = shape<(N > M ? N : M)...>;
};

}  // namespace detail

/// The shape of two tiles together: of equal rank, each pair of extents equal or one of them 1.
template <class A, class B>
using broadcast_shape = typename detail::broadcast_shapes<A, B>::type;

/// A tile of that shape in which axes of extent 1 are repeated.
template <class S, class T, class From>
  requires std::same_as<broadcast_shape<S, From>, S>
[[gnu::always_inline]] inline tile<T, S> broadcast_to(const tile<T, From>& a) noexcept {
  if constexpr (std::is_same_v<S, From>)
    return a;
  else
    return tile<T, S>(__gpuc_tile_broadcast(tile<T, S>::type, a.handle()));
}

/// Every element is `value`.
template <tile_element T, int... N>
[[gnu::always_inline]] inline tile<T, shape<N...>> full_tile(T value) noexcept {
  return tile<T, shape<N...>>(__gpuc_tile_full(tile<T, shape<N...>>::type, detail::tile_bits(value)));
}

/// Every element is zero.
template <tile_element T, int... N>
[[gnu::always_inline]] inline tile<T, shape<N...>> zeros_tile() noexcept {
  return tile<T, shape<N...>>(__gpuc_tile_full(tile<T, shape<N...>>::type, 0));
}

/// Element i is i. T is an integer type.
template <std::integral T, int N>
  requires tile_element<T>
[[gnu::always_inline]] inline tile<T, shape<N>> iota_tile() noexcept {
  return tile<T, shape<N>>(__gpuc_tile_iota(tile<T, shape<N>>::type, 0));
}

/// The elements converted to T, as static_cast does; floating-point types round to nearest.
template <tile_element T, class From, class S>
[[gnu::always_inline]] inline tile<T, S> tile_cast(const tile<From, S>& a) noexcept {
  if constexpr (std::is_same_v<T, From>)
    return a;
  else
    return tile<T, S>(__gpuc_tile_cast(tile<T, S>::type, a.handle()));
}

/// The same elements, in row-major order, in another shape of the same size.
template <int... N, class T, class S>
  requires(shape<N...>::size == S::size)
[[gnu::always_inline]] inline tile<T, shape<N...>> reshape(const tile<T, S>& a) noexcept {
  return tile<T, shape<N...>>(__gpuc_tile_reshape(tile<T, shape<N...>>::type, a.handle()));
}

/// Axis i of the result is axis Order[i] of a.
template <int... Order, class T, class S>
  requires(sizeof...(Order) == S::rank && ((Order >= 0 && Order < int(S::rank)) && ...) &&
           ((1u << Order) | ...) == (1u << S::rank) - 1)
[[gnu::always_inline]] inline auto permute(const tile<T, S>& a) noexcept {
  using result = tile<T, shape<S::extent[Order]...>>;
  unsigned order = 0, place = 0;
  ((order |= unsigned(Order) << 2 * place++), ...);
  return result(__gpuc_tile_permute(result::type, order, a.handle()));
}

/// Rows become columns.
template <class T, int M, int N>
[[gnu::always_inline]] inline tile<T, shape<N, M>> transpose(const tile<T, shape<M, N>>& a) noexcept {
  return permute<1, 0>(a);
}

}  // namespace gpuc
