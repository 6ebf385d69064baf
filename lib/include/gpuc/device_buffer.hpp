/// Typed device memory.
#pragma once

#include "gpuc/device_view.hpp"
#include "gpuc/pinned_buffer.hpp"
#include "gpuc/stream.hpp"

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpuc {

namespace detail {

struct allocation;  // lib/host/allocation.h: the memory, its context, and the streams that used it

/// Throws: gpuc::out_of_memory, also where count * element_size does not fit.
allocation* allocate(const stream& on, std::size_t count, std::size_t element_size);
void release(allocation* memory) noexcept;
void* address(const allocation& memory) noexcept;
abi::context_state* owner(const allocation& memory) noexcept;
// A null allocation is a buffer that was moved from (GPUC0222).
void copy_from_host(allocation* memory, const stream& on, const void* source, std::size_t bytes);
void copy_to_host(allocation* memory, const stream& on, void* target, std::size_t bytes);
void copy_from_pinned(allocation* memory, const stream& on, const void* source, std::size_t bytes,
                      pinned_storage* storage);
void copy_to_pinned(allocation* memory, const stream& on, void* target, std::size_t bytes, pinned_storage* storage);
/// The address, behind what the memory's own stream was given; see device_buffer::data_on.
void* address_on(allocation* memory, const stream& on);
void fill(allocation* memory, const stream& on, const void* element, std::size_t element_size, std::size_t count);
/// Throws: gpuc::error (GPUC0605) unless found == expected.
void check_size(std::size_t found, std::size_t expected);

}  // namespace detail

/// `size()` elements of T in the memory of a context; none is legal. Allocated in the order of the stream it was made
/// on. Other streams may use it: their first use waits for what that stream had been given until then.
/// Lifetime: keeps its context alive; the memory is freed after the last use on any stream, without waiting for it.
/// Threads: one thread at a time may change or destroy it.
template <class T>
class device_buffer {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>,
                "the elements of a device_buffer must be trivially copyable and not const");
  static_assert(!std::is_same_v<T, bool>, "a device_buffer<bool> has no std::vector to go with it: use std::uint8_t");

 public:
  using value_type = T;

  /// A copy of `source`. Sync: returns when `source` may be changed or freed.
  /// Throws: gpuc::out_of_memory, gpuc::driver_error.
  static device_buffer from_host(const stream& on, std::span<const T> source) {
    device_buffer made(on, source.size());
    detail::copy_from_host(made.memory_, on, source.data(), source.size_bytes());
    return made;
  }

  /// A copy of pinned memory, which must stay as it is until the copy is done.
  /// Sync: asynchronous; the copy keeps the pinned memory alive. Throws: gpuc::out_of_memory, gpuc::driver_error.
  static device_buffer from_host_async(const stream& on, pinned_view<const T> source) {
    device_buffer made(on, source.size());
    detail::copy_from_pinned(made.memory_, on, source.data(), source.size() * sizeof(T), source.storage());
    return made;
  }

  /// `size` elements with all bits zero. Sync: asynchronous. Throws: gpuc::out_of_memory, gpuc::driver_error.
  static device_buffer zeroed(const stream& on, std::size_t size) {
    device_buffer made(on, size);
    const unsigned char zero = 0;
    detail::fill(made.memory_, on, &zero, 1, size * sizeof(T));
    return made;
  }

  /// `size` copies of `value`. Sync: asynchronous. Throws: gpuc::out_of_memory, gpuc::driver_error.
  static device_buffer filled(const stream& on, std::size_t size, const T& value) {
    device_buffer made(on, size);
    detail::fill(made.memory_, on, &value, sizeof(T), size);
    return made;
  }

  device_buffer(device_buffer&& other) noexcept
      : memory_(std::exchange(other.memory_, nullptr)), data_(std::exchange(other.data_, nullptr)),
        context_(std::exchange(other.context_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  device_buffer& operator=(device_buffer&& other) noexcept {
    if (this != &other) {
      detail::release(memory_);
      memory_ = std::exchange(other.memory_, nullptr);
      data_ = std::exchange(other.data_, nullptr);
      context_ = std::exchange(other.context_, nullptr);
      size_ = std::exchange(other.size_, 0);
    }
    return *this;
  }
  device_buffer(const device_buffer&) = delete;
  device_buffer& operator=(const device_buffer&) = delete;
  ~device_buffer() { detail::release(memory_); }

  /// The elements as they are when `on` gets there. Sync: waits for `on`.
  /// Throws: gpuc::device_error for a fault that a kernel of the context reported, gpuc::driver_error.
  std::vector<T> to_host(const stream& on) const {
    std::vector<T> elements(size_);
    to_host(on, elements);
    return elements;
  }

  /// Likewise, into `target`. Shapes: target.size() == size(), in elements (GPUC0605).
  void to_host(const stream& on, std::span<T> target) const {
    detail::check_size(target.size(), size_);
    detail::copy_to_host(memory_, on, target.data(), target.size_bytes());
  }

  /// Likewise, into pinned memory, which must not be touched until the copy is done.
  /// Sync: asynchronous; the copy keeps the pinned memory alive. Shapes: target.size() == size() (GPUC0605).
  void to_host_async(const stream& on, pinned_view<T> target) const {
    detail::check_size(target.size(), size_);
    detail::copy_to_pinned(memory_, on, target.data(), target.size() * sizeof(T), target.storage());
  }

  /// Gives the elements the values of `source`. Shapes: source.size() == size(), in elements (GPUC0605).
  /// Sync: returns when `source` may be changed or freed. Throws: gpuc::driver_error.
  void copy_from_host(const stream& on, std::span<const T> source) {
    detail::check_size(source.size(), size_);
    detail::copy_from_host(memory_, on, source.data(), source.size_bytes());
  }
  /// Likewise, from pinned memory, as from_host_async. Sync: asynchronous.
  void copy_from_host_async(const stream& on, pinned_view<const T> source) {
    detail::check_size(source.size(), size_);
    detail::copy_from_pinned(memory_, on, source.data(), source.size() * sizeof(T), source.storage());
  }

  /// The device address, for code that is not gpuc's and gives its work to `on`: the memory is ready there, and is
  /// freed behind what `on` was given before the buffer dies. Throws: gpuc::driver_error.
  T* data_on(const stream& on) { return static_cast<T*>(detail::address_on(memory_, on)); }
  const T* data_on(const stream& on) const { return static_cast<const T*>(detail::address_on(memory_, on)); }

  /// All elements, or `count` from `offset` on. Throws: gpuc::error GPUC0605 where that leaves the buffer.
  device_view<T> view() & noexcept { return make_view<T>(0, size_); }
  device_view<const T> view() const& noexcept { return make_view<const T>(0, size_); }
  device_view<T> view(std::size_t offset, std::size_t count) & {
    detail::check_range(offset, count, size_);
    return make_view<T>(offset, count);
  }
  device_view<const T> view(std::size_t offset, std::size_t count) const& {
    detail::check_range(offset, count, size_);
    return make_view<const T>(offset, count);
  }
  /// The first `count` elements and the rest: two views that do not overlap, so that one launch may write to both.
  /// Throws: gpuc::error GPUC0605 where count > size().
  std::pair<device_view<T>, device_view<T>> split_at(std::size_t count) & { return view().split_at(count); }
  std::pair<device_view<const T>, device_view<const T>> split_at(std::size_t count) const& {
    return view().split_at(count);
  }
  /// A view of a buffer that dies here would dangle.
  void view() && = delete;
  void view(std::size_t offset, std::size_t count) && = delete;
  void split_at(std::size_t count) && = delete;

  /// In elements; 0 after a move.
  std::size_t size() const noexcept { return size_; }

 private:
  device_buffer(const stream& on, std::size_t size)
      : memory_(detail::allocate(on, size, sizeof(T))), data_(static_cast<T*>(detail::address(*memory_))),
        context_(detail::owner(*memory_)), size_(size) {}

  template <class E>
  device_view<E> make_view(std::size_t offset, std::size_t count) const noexcept {
    return {data_ + offset, count, context_, memory_};
  }

  detail::allocation* memory_;
  // Of the allocation, here because every launch asks; null in a buffer that was moved from, which a launch refuses.
  T* data_;
  abi::context_state* context_;
  std::size_t size_;
};

}  // namespace gpuc
