/// What the compiler needs from the language: for every kernel K the class `entry<&K>`, whose `run` calls K with
/// arguments found through pointers, and whose `descriptor` the compiler fills in. No type has to be spelled, so
/// templates, closures and private types work.
#pragma once

#include "gpuc/abi/kernel.h"

#include <cstddef>
#include <utility>
#ifndef __clang__
#include <tuple>
#endif

namespace gpuc::abi {

/// The I-th of some types. Kernels are compiled by Clang, whose builtin costs nothing; other compilers read this header
/// for what a library of kernels declares.
#ifdef __clang__
template <std::size_t I, class... P>
using pack_element = __type_pack_element<I, P...>;
#else
template <std::size_t I, class... P>
using pack_element = std::tuple_element_t<I, std::tuple<P...>>;
#endif

template <auto K, class Signature = decltype(K)>
struct entry;

template <auto K, class... P>
struct entry<K, void (*)(P...)> {
  template <std::size_t I>
  using parameter = pack_element<I, P...>;
  static constexpr std::size_t parameter_count = sizeof...(P);

  /// On the device, the kernel; on the host, where a kernel's body is its requirements, their check.
  static void run(void* const* arguments) { call(arguments, std::index_sequence_for<P...>{}); }

  /// Replaced by the compiler, which completes it; constant so that it costs nothing at start-up.
  static inline constinit const kernel descriptor{.version = version,
                                                  .parameter_count = sizeof...(P),
                                                  .name = nullptr,
                                                  .qualified = nullptr,
                                                  .symbol = nullptr,
                                                  .bundle = nullptr,
                                                  .requirements_body = &run,
                                                  .cpu = nullptr,
                                                  .parameters = nullptr,
                                                  .requirements = nullptr,
                                                  .requirement_count = 0,
                                                  .static_shared = 0,
                                                  .index = 0,
                                                  .fibers = 0,
                                                  .checked = 0,
                                                  .reserved = {},
                                                  .contract = {}};

 private:
  template <std::size_t... I>
  [[gnu::always_inline]] static void call(void* const* arguments, std::index_sequence<I...>) {
    K(*static_cast<P*>(arguments[I])...);
  }
};

template <auto K, class... P>
struct entry<K, void (*)(P...) noexcept> : entry<static_cast<void (*)(P...)>(K)> {};

}  // namespace gpuc::abi
