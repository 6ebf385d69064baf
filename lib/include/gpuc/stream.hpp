/// A queue of work on a device.
#pragma once

namespace gpuc {

namespace abi {
struct stream_state;
}  // namespace abi

/// Work that was put on one stream runs in its order; work on different streams may overlap. On the CPU executor
/// everything has happened when the call that submits it returns. Made by gpuc::context.
/// Lifetime: keeps its context alive; work still queued when the last handle dies is finished all the same.
/// Threads: safe from any thread; the order between threads is theirs to arrange.
class stream {
 public:
  stream(stream&& other) noexcept;
  stream& operator=(stream&& other) noexcept;
  stream(const stream&) = delete;
  stream& operator=(const stream&) = delete;
  ~stream();

  /// Waits for all work of the stream.
  /// Throws: gpuc::device_error for a fault that a kernel of the context reported, gpuc::driver_error.
  void synchronize() const;

  /// For the generated launchers.
  abi::stream_state* state() const noexcept { return state_; }

 private:
  friend class context;
  explicit stream(abi::stream_state* adopted) noexcept : state_(adopted) {}
  abi::stream_state* state_;
};

}  // namespace gpuc
