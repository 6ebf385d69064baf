/// What the generated launchers of tile kernels are written with: from the host's tensors to a lazy operation.
#pragma once

#include "gpuc/abi/entry.hpp"
#include "gpuc/abi/tile_launch.h"
#include "gpuc/tile/op.hpp"
#include "gpuc/tile/static_int.hpp"
#include "gpuc/tile/tensor.hpp"
#include "gpuc/tile/views.hpp"

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpuc::abi {

/// How a generated launcher writes a kernel's parameters where only their elements and shapes are to be deduced.
template <class T, class S>
struct out_like {};
template <class T>
struct in_like {};

/// Stands for an argument of the host while a kernel's template arguments are deduced; never made.
template <class A>
struct tile_deduce {
  using type = A;
};
template <class T>
struct tile_deduce<tensor<T>> {
  using type = in_like<T>;
};
template <class T>
struct tile_deduce<borrowed<T>> {
  using type = in_like<T>;
};
template <class Holder, class S>
struct tile_deduce<partitioned<Holder, S>> {
  using type = out_like<typename Holder::value_type, S>;
};
template <class A>
using tile_deduce_t = typename tile_deduce<typename detail::op_value<std::remove_cvref_t<A>>::type>::type;

/// Names the kernel that a launch chose.
template <auto K>
struct tile_kernel_handle {};

/// What a launch with arguments that no kernel fits returns; the compiler refuses it with the reason (GPUC0253,
/// GPUC0254).
struct refused_tile_launch {};

/// How an operation keeps an argument: an rvalue as it is, an lvalue tensor as a share of its memory.
template <class A>
struct kept_argument {
  using type = std::remove_cvref_t<A>;
  static type keep(A&& given) { return std::forward<A>(given); }
};
template <class T>
struct kept_argument<tensor<T>&> {
  using type = borrowed<T>;
  static type keep(const tensor<T>& given) { return type(given.storage()); }
};
template <class T>
struct kept_argument<const tensor<T>&> : kept_argument<tensor<T>&> {};

template <class T>
T resolve_argument(op<T>& operation, const stream& on) {
  return operation.run(on);
}
template <class A>
A resolve_argument(A& argument, const stream&) {
  return std::move(argument);
}

/// A parameter of the kernel, as the runtime takes it; `P` is its type.
template <class P>
struct tile_parameter {
  P value;
  template <class A>
  explicit tile_parameter(const A& argument) : value(argument) {}
  tile_argument pack() const { return {.value = &value}; }
};

template <class D>
struct dim_names;
template <dim_name... Names>
struct dim_names<dims<Names...>> {
  static constexpr const char* text[] = {Names.text...};
};

template <class T, class D>
struct tile_parameter<in<T, D>> {
  detail::tensor_storage* tensor;
  template <class A>
  explicit tile_parameter(const A& argument) : tensor(argument.storage().get()) {}
  tile_argument pack() const { return {.tensor = tensor, .names = dim_names<D>::text, .rank = D::rank}; }
};
template <class T, class S, class D>
struct tile_parameter<out<T, S, D>> {
  detail::tensor_storage* tensor;
  template <class A>
  explicit tile_parameter(const A& argument) : tensor(argument.storage().get()) {}
  tile_argument pack() const {
    return {.tensor = tensor, .names = dim_names<D>::text, .tile = S::extent, .rank = S::rank};
  }
};

template <auto K, std::size_t... I, class... A>
void launch_tile_kernel(const stream& on, std::index_sequence<I...>, const A&... arguments) {
  std::tuple<tile_parameter<typename entry<K>::template parameter<I>>...> parameters(arguments...);
  const tile_argument packed[sizeof...(A) + 1] = {std::get<I>(parameters).pack()..., {}};
  launch_tile(entry<K>::descriptor, on, packed);
}

/// The operation of one launch: keeps every argument and gives it back.
template <auto K, class... A>
auto make_tile_launch(tile_kernel_handle<K>, A&&... arguments) {
  return detail::make_op([kept = std::tuple<typename kept_argument<A>::type...>(
                              kept_argument<A>::keep(std::forward<A>(arguments))...)](const stream& on) mutable {
    return std::apply(
        [&](auto&... each) {
          // In the order of the parameters: what an argument's own operation does comes before the launch.
          std::tuple<typename detail::op_value<typename kept_argument<A>::type>::type...> ready{
              resolve_argument(each, on)...};
          std::apply([&](const auto&... all) { launch_tile_kernel<K>(on, std::index_sequence_for<A...>{}, all...); },
                     ready);
          return ready;
        },
        kept);
  });
}

}  // namespace gpuc::abi
