/// Page-locked host memory.
#pragma once

#include "gpuc/device_view.hpp"

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>

namespace gpuc {

class context;

namespace detail {

struct pinned_storage;  // lib/host/pinned_storage.h: the memory, and the streams whose copies use it

/// Zeroed. Throws: gpuc::out_of_memory, gpuc::driver_error.
pinned_storage* allocate_pinned(const context& of, std::size_t count, std::size_t element_size);
void release(pinned_storage* storage) noexcept;
void* address(const pinned_storage& storage) noexcept;
/// Throws: gpuc::driver_error.
void wait_for_copies(pinned_storage& storage);

}  // namespace detail

/// Part of a gpuc::pinned_buffer: what asynchronous copies take.
/// Lifetime: does not own; to be passed on while its buffer lives. A copy that was given to a stream keeps what it
/// needs. Threads: plain data.
template <class T>
class pinned_view {
 public:
  using element_type = T;

  pinned_view(T* data, std::size_t size, detail::pinned_storage* storage) noexcept
      : data_(data), size_(size), storage_(storage) {}

  /// A view of constant elements.
  operator pinned_view<const T>() const noexcept
    requires(!std::is_const_v<T>)
  {
    return {data_, size_, storage_};
  }

  T* data() const noexcept { return data_; }
  /// In elements.
  std::size_t size() const noexcept { return size_; }

  /// For the copies.
  detail::pinned_storage* storage() const noexcept { return storage_; }

 private:
  T* data_;
  std::size_t size_;
  detail::pinned_storage* storage_;
};

/// `size()` elements of T in host memory that the GPUs of the machine read and write without a copy on the way, while
/// the host goes on; on the CPU executor memory as any. The elements start as zero.
/// Lifetime: keeps its context alive. Where a copy is still on its way when the buffer dies, the destructor waits for
/// the copy. Threads: as std::vector; what an asynchronous copy uses must not be touched before its stream was waited
/// for, or `synchronize` was called.
template <class T>
class pinned_buffer {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>,
                "the elements of a pinned_buffer must be trivially copyable and not const");

 public:
  using value_type = T;

  /// Throws: gpuc::out_of_memory, gpuc::driver_error.
  pinned_buffer(const context& of, std::size_t size)
      : storage_(detail::allocate_pinned(of, size, sizeof(T))), size_(size) {}
  pinned_buffer(pinned_buffer&& other) noexcept
      : storage_(std::exchange(other.storage_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  pinned_buffer& operator=(pinned_buffer&& other) noexcept {
    if (this != &other) {
      detail::release(storage_);
      storage_ = std::exchange(other.storage_, nullptr);
      size_ = std::exchange(other.size_, 0);
    }
    return *this;
  }
  pinned_buffer(const pinned_buffer&) = delete;
  pinned_buffer& operator=(const pinned_buffer&) = delete;
  ~pinned_buffer() { detail::release(storage_); }

  /// In elements; 0 after a move.
  std::size_t size() const noexcept { return size_; }
  T* data() noexcept { return elements(); }
  const T* data() const noexcept { return elements(); }
  T& operator[](std::size_t i) noexcept { return elements()[i]; }
  const T& operator[](std::size_t i) const noexcept { return elements()[i]; }
  T* begin() noexcept { return elements(); }
  T* end() noexcept { return elements() + size_; }
  const T* begin() const noexcept { return elements(); }
  const T* end() const noexcept { return elements() + size_; }

  /// All elements, or `count` from `offset` on. Throws: gpuc::error GPUC0605 where that leaves the buffer.
  pinned_view<T> view() & noexcept { return {elements(), size_, storage_}; }
  pinned_view<const T> view() const& noexcept { return {elements(), size_, storage_}; }
  pinned_view<T> view(std::size_t offset, std::size_t count) & {
    detail::check_range(offset, count, size_);
    return {elements() + offset, count, storage_};
  }
  pinned_view<const T> view(std::size_t offset, std::size_t count) const& {
    detail::check_range(offset, count, size_);
    return {elements() + offset, count, storage_};
  }
  /// A view of a buffer that dies here would dangle.
  void view() && = delete;
  void view(std::size_t offset, std::size_t count) && = delete;

  /// Waits until no copy uses the buffer. Throws: gpuc::driver_error.
  void synchronize() const {
    if (storage_ != nullptr) detail::wait_for_copies(*storage_);
  }

 private:
  T* elements() const noexcept { return storage_ != nullptr ? static_cast<T*>(detail::address(*storage_)) : nullptr; }

  detail::pinned_storage* storage_;
  std::size_t size_;
};

}  // namespace gpuc
