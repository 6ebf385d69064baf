/// What the generated launchers are written with: `kernel_handle<&K>` names a kernel, `prepared<&K>` is the token
/// that `prepare_K` returns and the launch takes.
#pragma once

#include "gpuc/abi/arguments.hpp"
#include "gpuc/abi/entry.hpp"
#include "gpuc/abi/launch.h"
#include "gpuc/context.hpp"
#include "gpuc/covering.hpp"
#include "gpuc/launch_config.hpp"
#include "gpuc/stream.hpp"

#include <cstddef>

namespace gpuc {

namespace abi {
template <auto K>
struct kernel_handle;
}  // namespace abi

/// A launch shape that was checked against kernel K's contract and its context's device. Only `prepare_K` makes
/// one; it can be launched any number of times. Lifetime: valid while the context lives.
template <auto K>
class prepared {
  template <auto>
  friend struct abi::kernel_handle;
  explicit prepared(const abi::prepared_state& state) noexcept : state_(state) {}
  abi::prepared_state state_;
};

namespace abi {

template <auto K>
struct kernel_handle {
  using token = gpuc::prepared<K>;
  template <std::size_t I>
  using argument_type = typename argument_for<typename entry<K>::template parameter<I>>::type;

  static constexpr const kernel* descriptor = &entry<K>::descriptor;

  /// `config` is a launch_config_*d or a `covering`.
  template <class Config>
  static token prepare(const context& target, const Config& config) {
    return token(abi::prepare(*descriptor, *target.state(), config.shape()));
  }

  template <class... A>
  static void launch(const stream& on, const token& prepared, const A&... arguments) {
    const argument packed[sizeof...(A) + 1] = {pack_argument(arguments)..., {}};
    abi::launch(prepared.state_, *on.state(), packed);
  }

  template <class Config, class... A>
  static void launch_unchecked(const context& target, const stream& on, const Config& config, const A&... arguments) {
    const argument packed[sizeof...(A) + 1] = {pack_argument(arguments)..., {}};
    abi::launch_unchecked(*descriptor, *target.state(), *on.state(), config.shape(), packed);
  }
};

/// Loads what the kernels of a module need, each bundle once.
inline void load_all(const context& target, const kernel* const* kernels, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) abi::load(*kernels[i], *target.state());
}

}  // namespace abi
}  // namespace gpuc
