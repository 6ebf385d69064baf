// Device memory with what is needed to free it at the right time: its streams.
#pragma once

#include "lib/host/context_state.h"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <vector>

namespace gpuc::detail {

/// One allocation. It belongs to its home stream's order: allocated, first written and freed there. A stream that
/// comes to it later waits once for what the home stream had been given until then, and the memory is freed in the
/// home stream's order behind everything that any of them was given. No event is recorded per launch.
struct allocation {
  abi::stream_state& home;  // counted, and through it the context
  std::size_t bytes = 0;
  driver::device_pointer address = 0;  // on the CPU executor a host pointer; 0 where bytes is 0
  bool pooled = false;                 // freed by cuMemFreeAsync

  /// A buffer holds it, and every graph that captured a use of it.
  std::atomic<std::uint32_t> references{1};

  /// The stream that used it last: the launch that comes again asks only this.
  std::atomic<const abi::stream_state*> last;
  std::mutex mutex;
  std::vector<abi::stream_state*> others;  // counted

  explicit allocation(abi::stream_state& home) noexcept : home(home), last(&home) {}

  /// To be called before work that uses the memory is given to `stream`: orders it behind what the home stream was
  /// given, or, where `stream` is being captured, makes the graph an owner. Throws: gpuc::driver_error.
  void used_on(abi::stream_state& stream) {
    // A capture's stream is never the last: see used_on_another.
    if (last.load(std::memory_order_relaxed) != &stream) used_on_another(stream);
  }

 private:
  void used_on_another(abi::stream_state& stream);
};

void retain(allocation& memory) noexcept;
/// On the CPU executor.
inline void* host_pointer(const allocation& memory) noexcept { return reinterpret_cast<void*>(memory.address); }

/// Makes `waiting` wait for everything that `on` was given so far; they may be streams of two devices.
/// Throws: gpuc::driver_error.
void wait_for(const abi::stream_state& waiting, const abi::stream_state& on);

/// Throws: gpuc::out_of_memory where count * element_size does not fit.
std::size_t checked_bytes(std::size_t count, std::size_t element_size);

/// Says that `bytes` cannot be had; `what` is "device memory". Throws: gpuc::out_of_memory.
[[noreturn]] void exhausted(const abi::context_state& context, std::size_t bytes, const char* what);

}  // namespace gpuc::detail
