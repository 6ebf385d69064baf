// What a graph is made of, while it is captured and afterwards.
#pragma once

#include "lib/host/host_calls.h"
#include "lib/host/stream_state.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace gpuc::detail {

struct allocation;
struct pinned_storage;

/// Everything that the captured work needs when it is replayed. Counted: the graph and every stream of the capture
/// hold it, so that a handle to such a stream that outlives the capture still finds out that it is over.
struct capture {
  abi::context_state& context;  // counted
  std::atomic<std::uint32_t> references{1};
  std::atomic<bool> over{false};

  std::mutex mutex;                                    // guards what follows
  std::vector<allocation*> memory;                     // counted
  std::vector<pinned_storage*> pinned;                 // counted
  std::vector<std::unique_ptr<call_in_flight>> calls;  // every replay makes them
  std::vector<std::unique_ptr<unsigned char[]>> host;  // every replay reads it
  std::vector<abi::stream_state*> forks;               // counted, until it is over
  abi::stream_state* working = nullptr;                // counted: see working_stream
  std::vector<std::function<void()>> steps;            // on the CPU executor: what a replay does, in this order

  explicit capture(abi::context_state& context) noexcept;
  /// It is over, whether it became a graph or not. Once only: false where it was over already.
  bool end() noexcept;
  ~capture();
  capture(const capture&) = delete;
  capture& operator=(const capture&) = delete;
};

void retain(capture& captured) noexcept;
void release(capture& captured) noexcept;

/// The graph's hold on what its work uses.
void keep(capture& captured, allocation& memory);
void keep(capture& captured, pinned_storage& memory);
void keep(capture& captured, std::unique_ptr<unsigned char[]> host);
call_in_flight& keep(capture& captured, std::unique_ptr<host_call> call);

/// On the CPU executor: every replay does `step`.
void add_step(capture& captured, std::function<void()> step);

/// `fork` becomes part of the capture, which waits for it at its end.
void add_fork(capture& captured, abi::stream_state& fork);

/// Throws: gpuc::error (GPUC0607) where the capture is over.
void check_not_over(const capture& captured);

/// Whether `stream` is being captured, so that work for it is recorded and not done.
/// Throws: gpuc::error (GPUC0607) where the capture is over.
inline bool is_capturing(const abi::stream_state& stream) {
  if (stream.capture == nullptr) [[likely]]
    return false;
  check_not_over(*stream.capture);
  return true;
}

/// Throws: gpuc::error (GPUC0607) where `stream` is being captured and so cannot do `what`: "be waited for".
void check_not_capturing(const abi::stream_state& stream, const char* what);

/// How many captures run on the device of `context`, in whatever context of it. The driver cannot wait for a whole
/// device meanwhile, and spoils them where it is asked to.
std::atomic<int>& captures_on(const abi::context_state& context) noexcept;

/// `stream` or, while it is captured, the stream that does meanwhile what cannot wait for a replay, such as giving a
/// buffer its memory. Throws: gpuc::error (GPUC0607), gpuc::driver_error.
abi::stream_state& working_stream(abi::stream_state& stream);

}  // namespace gpuc::detail
