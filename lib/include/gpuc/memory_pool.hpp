/// How much memory a context may use, uses, and keeps.
#pragma once

#include "gpuc/context.hpp"

#include <cstddef>

namespace gpuc {

/// The memory of one context. What buffers and tensors free stays with the pool, so that the next allocation costs
/// nothing; other processes do not see it as free before `trim` or `set_kept` gives it back. On the CPU executor the
/// memory is the host's, and nothing is kept. Made by gpuc::context::memory.
/// Lifetime: keeps its context alive. Threads: safe from any thread.
class memory_pool {
 public:
  /// `limit()` of a context that was given none.
  static constexpr std::size_t unlimited = ~std::size_t{0};

  explicit memory_pool(const context& of) noexcept : context_(of) {}

  /// Bytes of the buffers and tensors that are alive.
  std::size_t used() const noexcept;
  /// Bytes that the pool holds of the device: in use, on their way to be freed, or kept.
  /// Throws: gpuc::driver_error.
  std::size_t reserved() const;

  /// Bytes that `used()` may become; an allocation that would pass it throws gpuc::out_of_memory and leaves
  /// everything as it was. What is in use when the limit is set stays.
  std::size_t limit() const noexcept;
  void set_limit(std::size_t bytes) noexcept;

  /// Gives back what is kept beyond `bytes` at every wait for a stream from now on; unlimited at the start. No effect
  /// on a device without memory pools. Throws: gpuc::driver_error.
  void set_kept(std::size_t bytes);
  /// Gives back what is kept, now, so that at least `bytes` stay. Memory whose freeing has not happened yet on its
  /// stream stays as well: wait for the streams first. Throws: gpuc::driver_error.
  void trim(std::size_t bytes = 0);

 private:
  context context_;
};

inline memory_pool context::memory() const noexcept { return memory_pool(*this); }

}  // namespace gpuc
