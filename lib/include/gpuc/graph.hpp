/// Work that is recorded once and launched many times.
#pragma once

#include "gpuc/stream.hpp"

#include <concepts>
#include <utility>

struct CUgraphExec_st;

namespace gpuc {

namespace detail {

struct capture;
struct graph_state;

/// The capture of a graph, from its start to its end or to an exception.
class graph_capture {
 public:
  explicit graph_capture(const stream& on);
  graph_capture(const graph_capture&) = delete;
  graph_capture& operator=(const graph_capture&) = delete;
  ~graph_capture();

  stream& captured() noexcept { return captured_; }
  graph_state* end();
  /// Changes `graph` to what was captured; whether that was done without making it anew.
  bool end_as_update(graph_state& graph);

 private:
  capture* capture_;
  abi::stream_state* origin_;  // counted: `work` may have taken the handle
  stream captured_;
};

}  // namespace detail

/// A graph of kernels, copies, fills and calls. One launch of it costs less than launching its work one by one.
/// It owns what it captured: the buffers and pinned buffers that its work uses live until the graph is gone and its
/// last launch is done, whatever becomes of their handles.
/// Lifetime: keeps its context alive. Launches in flight when it dies are finished; where it captured functions
/// (stream::call) or fills with elements of more than 4 bytes, the destructor waits for them. Threads: one thread at a
/// time may update or destroy it.
class graph {
 public:
  /// Calls `work(captured)` and records what it gives to `captured` and to the streams that `captured.fork()` makes;
  /// nothing of it runs before a launch. What is given to `on` or another stream meanwhile runs as always. Buffers
  /// that are made on `captured` get their memory now and their contents in every launch.
  /// Launches are checked now, with the arguments that they have now.
  /// Throws: what `work` throws, and gpuc::error (GPUC0607) for what a graph cannot do: wait, or copy from or to
  /// memory that is not pinned; gpuc::driver_error.
  template <std::invocable<stream&> F>
  static graph capture(const stream& on, F&& work) {
    detail::graph_capture running(on);
    std::forward<F>(work)(running.captured());
    return graph(running.end());
  }

  graph(graph&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
  graph& operator=(graph&& other) noexcept {
    std::swap(state_, other.state_);
    return *this;
  }
  graph(const graph&) = delete;
  graph& operator=(const graph&) = delete;
  ~graph();

  /// Puts all of its work on `on`, a stream of its context (GPUC0601). Sync: asynchronous on a GPU.
  /// Throws: gpuc::driver_error; gpuc::error GPUC0222 for a graph that was moved from, GPUC0607 in a capture.
  void launch(const stream& on) const;

  /// Captures `work` in its place, as `capture` does. Returns true where the work has the same form as before, and
  /// only sizes, arguments and addresses changed: the driver then changes the graph without making it anew. The graph
  /// stays as it was where something is thrown. Launches in flight are not affected.
  template <std::invocable<stream&> F>
  bool update(const stream& on, F&& work) {
    detail::graph_capture running(on);
    std::forward<F>(work)(running.captured());
    return running.end_as_update(state());
  }

  /// The CUgraphExec, which is also the CUDA runtime's cudaGraphExec_t; null on the CPU executor.
  CUgraphExec_st* native_handle() const;

 private:
  explicit graph(detail::graph_state* adopted) noexcept : state_(adopted) {}
  detail::graph_state& state() const;

  detail::graph_state* state_;
};

}  // namespace gpuc
