/// A range of device memory as the host names it.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace gpuc {

namespace detail {
/// Throws: gpuc::error (GPUC0605) unless offset + count <= size.
void check_range(std::size_t offset, std::size_t count, std::size_t size);
}  // namespace detail

namespace abi {
struct context_state;
}  // namespace abi

/// Part of a gpuc::device_buffer: launches take it where a kernel takes a slice. The host cannot read through it.
/// Lifetime: does not own; valid while its buffer lives and is not moved from. Threads: plain data.
template <class T>
class device_view {
 public:
  using element_type = T;

  device_view(T* data, std::size_t size, abi::context_state* context, void* allocation) noexcept
      : data_(data), size_(size), context_(context), allocation_(allocation) {}

  /// A view of constant elements.
  operator device_view<const T>() const noexcept
    requires(!std::is_const_v<T>)
  {
    return {data_, size_, context_, allocation_};
  }

  /// The first `count` elements and the rest, which do not overlap.
  /// Throws: gpuc::error GPUC0605 where count > size().
  std::pair<device_view, device_view> split_at(std::size_t count) const {
    detail::check_range(0, count, size_);
    return {device_view(data_, count, context_, allocation_),
            device_view(data_ + count, size_ - count, context_, allocation_)};
  }

  /// The device address.
  T* data() const noexcept { return data_; }
  /// In elements.
  std::size_t size() const noexcept { return size_; }

  /// For the generated launchers: whose memory it is.
  abi::context_state* context() const noexcept { return context_; }
  void* allocation() const noexcept { return allocation_; }

 private:
  T* data_;
  std::size_t size_;
  abi::context_state* context_;
  void* allocation_;
};

}  // namespace gpuc
