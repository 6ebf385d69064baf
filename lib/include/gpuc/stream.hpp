/// A queue of work on a device.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

struct CUstream_st;

namespace gpuc {

class context;
class event;

namespace abi {
struct stream_state;
}  // namespace abi

namespace detail {

/// A function that a stream calls, behind one type.
struct host_call {
  host_call() = default;
  host_call(const host_call&) = delete;
  host_call& operator=(const host_call&) = delete;
  virtual ~host_call();
  virtual void run() = 0;
};

template <class F>
struct host_call_of final : host_call {
  explicit host_call_of(F&& function) : function(std::move(function)) {}
  void run() override { function(); }
  F function;
};

}  // namespace detail

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

  /// A stream that other code made with the CUDA driver or the CUDA runtime (a cudaStream_t), null for the default
  /// one. On the CPU executor `handle` means nothing, and the result is a stream as any.
  /// Lifetime: `handle` stays its maker's, and must live until everything that was given to it here is done.
  static stream borrow(const context& of, CUstream_st* handle);

  /// Waits for all work of the stream.
  /// Throws: gpuc::device_error for a fault that a kernel of the context reported, what a function given to `call`
  /// threw, gpuc::driver_error; gpuc::error (GPUC0607) while a graph is captured from it.
  void synchronize() const;

  /// Whether all work that the stream was given until now is done. Sync: does not wait. Throws: gpuc::driver_error.
  bool is_done() const;

  /// What the stream is given from now on waits for the last record of `recorded`; for nothing where there is none.
  /// The streams may be of two devices. Sync: asynchronous. Throws: gpuc::driver_error; gpuc::error (GPUC0607) where
  /// one of them is in the capture of a graph and the other is not.
  void wait(const event& recorded) const;
  /// What the stream is given from now on waits for everything that `other` was given until now. Likewise.
  void wait(const stream& other) const;

  /// Another stream of the context, which starts with waiting for everything that this one was given until now. In the
  /// capture of a graph: another branch of the graph. Throws: gpuc::driver_error.
  stream fork() const;

  /// Calls `function()` on a thread of the driver when the stream gets there; what follows on the stream waits for it.
  /// The function must not call gpuc or CUDA: the stream would wait for itself. What it throws is thrown by the
  /// stream's next `synchronize`. Lifetime: `function` is destroyed later, in another call of the context.
  template <std::invocable F>
  void call(F function) const {
    enqueue_call(new detail::host_call_of<F>(std::move(function)));
  }

  /// The CUstream, which is also the CUDA runtime's cudaStream_t; null on the CPU executor.
  /// Lifetime: valid while a handle to the stream is alive.
  CUstream_st* native_handle() const noexcept;

  /// For the generated launchers and the other classes of the library.
  explicit stream(abi::stream_state* adopted) noexcept : state_(adopted) {}
  abi::stream_state* state() const noexcept { return state_; }

 private:
  void enqueue_call(detail::host_call* adopted) const;

  abi::stream_state* state_;
};

}  // namespace gpuc
