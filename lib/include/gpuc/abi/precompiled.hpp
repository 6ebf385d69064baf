/// What most programs instantiate, instantiated where the public headers are precompiled: a compiler that loads that
/// form then finds it done. Included there only; nothing here is ever called.
#pragma once

#include "gpuc/abi/arguments.hpp"
#include "gpuc/context.hpp"
#include "gpuc/covering.hpp"
#include "gpuc/device_buffer.hpp"
#include "gpuc/stream.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

namespace gpuc::abi {

/// The way of a T from the host to a launch and back.
template <class T>
void instantiate_common(const stream& on) {
  std::vector<T> there(1), zeros(1);
  for (T& element : there) element = T(1);
  for (std::size_t i = 0; i < there.size(); ++i) there[i] = there[i] + zeros[i];
  auto in = device_buffer<T>::from_host(on, there);
  auto out = device_buffer<T>::zeroed(on, there.size());
  slice_argument<slice, const T> input(in);
  slice_argument<disjoint_slice, T> output(out);
  static_cast<void>(pack_argument(input)), static_cast<void>(pack_argument(output));
  static_cast<void>(covering(out).shape());
  std::vector<T> back = out.to_host(on);
  back[0] = T(std::fabs(back[0] - there[0]));
}

inline void instantiate_common(const stream& on) {
  instantiate_common<float>(on);
  instantiate_common<double>(on);
  instantiate_common<int>(on);
  instantiate_common<unsigned>(on);
}

}  // namespace gpuc::abi
