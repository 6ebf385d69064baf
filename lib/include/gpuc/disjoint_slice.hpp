/// A kernel's exclusive output.
#pragma once

#include "gpuc/optional_ref.hpp"
#include "gpuc/thread.hpp"

#include <cstddef>

namespace gpuc {

/// A contiguous range in which each element belongs to one thread: the one whose `thread::index_1d()` it is.
/// No other argument of the launch may overlap it (GPUC0221 when compiling, GPUC0601 at the launch).
template <class T>
class disjoint_slice {
 public:
  using element_type = T;

  /// For the generated launchers; user code gets one as a kernel parameter.
  constexpr disjoint_slice(T* data, std::size_t size) noexcept : data_(data), size_(size) {}

  /// This thread's element, or nothing where the index is not below size().
  [[gnu::always_inline]] optional_ref<T> get_if(const thread::index_1d_t& index) const noexcept {
    return optional_ref<T>(data_ + index.get(), index.get() < size_);
  }

  [[gnu::always_inline]] constexpr std::size_t size() const noexcept { return size_; }
  [[gnu::always_inline]] constexpr bool empty() const noexcept { return size_ == 0; }

 private:
  T* data_;
  std::size_t size_;
};

}  // namespace gpuc
