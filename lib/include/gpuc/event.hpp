/// A point in the work of a stream.
#pragma once

struct CUevent_st;

namespace gpuc {

class context;
class stream;

namespace abi {
struct event_state;
}  // namespace abi

/// The place in a stream's work where it was recorded last: other streams and the host can wait for it, and two of
/// them tell the time between them. On the CPU executor it has happened when `record` returns.
/// Lifetime: keeps its context alive. Threads: one thread at a time may record it.
class event {
 public:
  /// Not recorded yet. Throws: gpuc::driver_error.
  explicit event(const context& of);
  event(event&& other) noexcept;
  event& operator=(event&& other) noexcept;
  event(const event&) = delete;
  event& operator=(const event&) = delete;
  ~event();

  /// Behind everything that `on` was given until now, a stream of the event's context (GPUC0601).
  /// Sync: asynchronous. Throws: gpuc::driver_error.
  void record(const stream& on);

  /// Whether the stream has got there; true for an event that was never recorded. Sync: does not wait.
  bool is_done() const;

  /// Waits until the stream has got there.
  /// Throws: gpuc::device_error for a fault that a kernel of the context reported, gpuc::driver_error.
  void synchronize() const;

  /// Milliseconds from `start` to this event, as the device measures them, to half a microsecond.
  /// Sync: waits for both. Throws: gpuc::error (GPUC0014) where one was not recorded, or in a graph's capture.
  double milliseconds_since(const event& start) const;

  /// The CUevent, which is also the CUDA runtime's cudaEvent_t; null on the CPU executor.
  CUevent_st* native_handle() const noexcept;

  /// For gpuc::stream.
  abi::event_state* state() const noexcept { return state_; }

 private:
  abi::event_state* state_;
};

}  // namespace gpuc
