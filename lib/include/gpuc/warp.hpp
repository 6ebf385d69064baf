/// The running warp: 32 consecutive threads of a block (fewer in its last warp), their exchange and reductions.
/// Sync: every function here except lane(), id() and size() is called by all live threads of the warp together.
#pragma once

#include "gpuc/block.hpp"
#include "gpuc/device/builtins.hpp"
#include "gpuc/thread.hpp"

#include <bit>
#include <cstdint>
#include <type_traits>

namespace gpuc::warp {

inline constexpr unsigned max_size = 32;

/// The thread's place in its warp, 0 to 31.
[[gnu::always_inline]] inline unsigned lane() noexcept { return __gpuc_lane(); }

/// The warp's index within its block.
[[gnu::always_inline]] inline unsigned id() noexcept { return thread::linear() / max_size; }

/// The number of threads in this warp: 32, or what is left of the block for its last warp.
[[gnu::always_inline]] inline unsigned size() noexcept {
  unsigned left = block::threads() - id() * max_size;
  return left < max_size ? left : max_size;
}

/// One bit per thread of this warp.
[[gnu::always_inline]] inline unsigned mask() noexcept {
  unsigned n = size();
  return n == max_size ? ~0u : (1u << n) - 1;
}

/// Waits for the other threads of the warp; orders memory among them.
[[gnu::always_inline]] inline void sync() noexcept { __gpuc_warp_sync(mask()); }

/// Bit i is thread i's `predicate`.
[[gnu::always_inline]] inline unsigned ballot(bool predicate) noexcept { return __gpuc_ballot(mask(), predicate); }

namespace detail {

/// Moves a value of 4 or 8 bytes in 32-bit halves through `exchange`.
template <class T, class Exchange>
[[gnu::always_inline]] inline T exchange_words(T value, Exchange exchange) noexcept {
  static_assert(std::is_trivially_copyable_v<T> && (sizeof(T) == 4 || sizeof(T) == 8),
                "a warp exchange moves values of 4 or 8 bytes");
  if constexpr (sizeof(T) == 4) {
    return std::bit_cast<T>(exchange(std::bit_cast<std::uint32_t>(value)));
  } else {
    auto bits = std::bit_cast<std::uint64_t>(value);
    std::uint64_t low = exchange(static_cast<std::uint32_t>(bits));
    std::uint64_t high = exchange(static_cast<std::uint32_t>(bits >> 32));
    return std::bit_cast<T>(high << 32 | low);
  }
}

/// Combines the values of the warp's threads pairwise, in an order that is the same on every executor.
template <class T, class Combine>
[[gnu::always_inline]] inline T reduce(T value, Combine combine) noexcept {
  unsigned live = mask(), count = size(), self = lane();
  for (unsigned distance = max_size / 2; distance != 0; distance /= 2) {
    T other = exchange_words(value, [=](std::uint32_t v) { return __gpuc_shuffle_xor(live, v, distance); });
    if ((self ^ distance) < count) value = combine(value, other);
  }
  return value;
}

}  // namespace detail

/// The value of the thread at `source` (modulo 32). T has 4 or 8 bytes.
template <class T>
[[gnu::always_inline]] inline T shuffle(T value, unsigned source) noexcept {
  unsigned live = mask();
  return detail::exchange_words(value, [=](std::uint32_t v) { return __gpuc_shuffle_idx(live, v, source); });
}

/// The value of the thread whose lane differs by the bits of `lane_mask`.
template <class T>
[[gnu::always_inline]] inline T shuffle_xor(T value, unsigned lane_mask) noexcept {
  unsigned live = mask();
  return detail::exchange_words(value, [=](std::uint32_t v) { return __gpuc_shuffle_xor(live, v, lane_mask); });
}

/// The value of the thread `delta` lanes below; the thread's own where there is none.
template <class T>
[[gnu::always_inline]] inline T shuffle_up(T value, unsigned delta) noexcept {
  unsigned live = mask();
  return detail::exchange_words(value, [=](std::uint32_t v) { return __gpuc_shuffle_up(live, v, delta); });
}

/// The value of the thread `delta` lanes above; the thread's own where there is none.
template <class T>
[[gnu::always_inline]] inline T shuffle_down(T value, unsigned delta) noexcept {
  unsigned live = mask();
  return detail::exchange_words(value, [=](std::uint32_t v) { return __gpuc_shuffle_down(live, v, delta); });
}

/// The sum over the warp's threads, in every one of them.
template <class T>
[[gnu::always_inline]] inline T reduce_add(T value) noexcept {
  return detail::reduce(value, [](T a, T b) { return static_cast<T>(a + b); });
}

/// The smallest value of the warp's threads, in every one of them.
template <class T>
[[gnu::always_inline]] inline T reduce_min(T value) noexcept {
  return detail::reduce(value, [](T a, T b) { return b < a ? b : a; });
}

/// The largest value of the warp's threads, in every one of them.
template <class T>
[[gnu::always_inline]] inline T reduce_max(T value) noexcept {
  return detail::reduce(value, [](T a, T b) { return a < b ? b : a; });
}

}  // namespace gpuc::warp
