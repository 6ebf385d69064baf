/// Copies of device memory.
#pragma once

#include "gpuc/device_buffer.hpp"
#include "gpuc/device_view.hpp"
#include "gpuc/stream.hpp"

#include <cstddef>
#include <type_traits>

namespace gpuc {

namespace detail {

/// One side of a copy.
struct device_range {
  void* data;
  std::size_t bytes, element_size;
  abi::context_state* context;
  void* memory;  // its allocation, or null
};

void copy_ranges(const stream& on, const device_range& to, const device_range& from);

template <class T>
device_range range_of(device_view<T> view) noexcept {
  return {const_cast<std::remove_const_t<T>*>(view.data()), view.size() * sizeof(T), sizeof(T), view.context(),
          view.allocation()};
}

}  // namespace detail

/// Copies the elements of `from` to `to`, which may be memory of another device; `on` is a stream of one of the two
/// contexts, a GPU's if there is one. Shapes: to.size() == from.size(), in elements (GPUC0605).
/// Sync: asynchronous; between a GPU and the CPU executor it waits for `on`.
/// Throws: gpuc::error (GPUC0601) for a foreign stream, or where the two overlap; gpuc::driver_error.
template <class T>
void copy(const stream& on, device_view<T> to, std::type_identity_t<device_view<const T>> from)
  requires(!std::is_const_v<T>)
{
  detail::copy_ranges(on, detail::range_of(to), detail::range_of(from));
}
template <class T>
void copy(const stream& on, device_buffer<T>& to, const device_buffer<T>& from) {
  copy(on, to.view(), from.view());
}
template <class T>
void copy(const stream& on, device_buffer<T>& to, std::type_identity_t<device_view<const T>> from) {
  copy(on, to.view(), from);
}
template <class T>
void copy(const stream& on, device_view<T> to, const device_buffer<T>& from)
  requires(!std::is_const_v<T>)
{
  copy(on, to, from.view());
}

}  // namespace gpuc
