// What a gpuc::stream is a handle to.
#pragma once

#include "lib/host/driver_types.h"

#include <atomic>
#include <cstdint>

namespace gpuc::detail {
struct capture;  // lib/host/capture.h
}  // namespace gpuc::detail

namespace gpuc::abi {

struct context_state;

enum class stream_kind : std::uint8_t {
  own,         ///< made by the runtime, and destroyed with its last handle
  by_default,  ///< a context's default stream, which is part of it
  borrowed,    ///< of code that is not gpuc's
};

/// Counted: handles and the allocations that the stream used hold it. A context's default stream is part of the
/// context, so counting it counts the context; else the two would hold each other.
struct stream_state {
  context_state& owner;
  const stream_kind kind;
  driver::stream handle = nullptr;  // null on the CPU executor
  std::atomic<std::uint32_t> references{1};

  /// The graph that is made of the stream's work in place of doing it; null: the stream works. Counted.
  detail::capture* const capture;

  stream_state(context_state& owner, stream_kind kind, detail::capture* capture = nullptr) noexcept
      : owner(owner), kind(kind), capture(capture) {}
};

void retain(stream_state& stream) noexcept;
void release(stream_state& stream) noexcept;

/// A new stream with one reference, which holds `context` and, where there is one, `capture`.
/// Throws: gpuc::driver_error.
stream_state* make_stream(context_state& context, detail::capture* capture = nullptr);

}  // namespace gpuc::abi
