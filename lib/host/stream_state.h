// What a gpuc::stream is a handle to.
#pragma once

#include "lib/host/driver_types.h"

#include <atomic>
#include <cstdint>

namespace gpuc::abi {

struct context_state;

/// Counted: handles and the allocations that the stream used hold it. A context's default stream is part of the
/// context, so counting it counts the context; else the two would hold each other.
struct stream_state {
  context_state& owner;
  const bool is_default;
  driver::stream handle = nullptr;  // null on the CPU executor
  std::atomic<std::uint32_t> references{1};

  stream_state(context_state& owner, bool is_default) noexcept : owner(owner), is_default(is_default) {}
};

void retain(stream_state& stream) noexcept;
void release(stream_state& stream) noexcept;

/// A new stream with one reference, which holds `context`. Throws: gpuc::driver_error.
stream_state* make_stream(context_state& context);

}  // namespace gpuc::abi
