/// Memory of other libraries in gpuc's launches.
#pragma once

#include "gpuc/context.hpp"
#include "gpuc/device_view.hpp"

#include <cstddef>

namespace gpuc {

/// Lends `size` elements of device memory that is not gpuc's, from cudaMalloc or another library, to launches and
/// copies of `of`, the context of the same GPU; on the CPU executor host memory. gpuc uses the device's primary
/// context, as the CUDA runtime does, so addresses mean the same to both. Lifetime: the memory stays its owner's, and
/// must live until what uses the view is done; nothing but the order of the stream is arranged. Threads: plain data.
template <class T>
device_view<T> borrow(const context& of, T* memory, std::size_t size) noexcept {
  return {memory, size, of.state(), nullptr};
}

}  // namespace gpuc
