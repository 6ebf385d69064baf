// Graphs. The stream that a graph is captured from keeps working: the capture has a stream of its own, so that nothing
// that other threads do with the program's streams, or that dies meanwhile, gets into the graph by accident.

#include "gpuc/graph.hpp"

#include "gpuc/error.hpp"
#include "lib/host/allocation.h"
#include "lib/host/capture.h"
#include "lib/host/current_context.h"
#include "lib/host/pinned_storage.h"
#include "lib/host/process.h"
#include "lib/host/reports.h"
#include "lib/host/text.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace gpuc::detail {

struct graph_state {
  capture* contents;  // counted
  driver::graph_exec exec = nullptr;
  std::mutex mutex;                             // of what follows: a graph may be launched by several threads
  std::vector<abi::stream_state*> launched_on;  // counted: streams that may still use what the host has for `contents`

  explicit graph_state(capture* contents) noexcept : contents(contents) {}
  ~graph_state();
  graph_state(const graph_state&) = delete;
  graph_state& operator=(const graph_state&) = delete;

  abi::context_state& context() const noexcept { return contents->context; }
  /// Lets `replaced` go once nothing in flight uses what the host has for it.
  void retire(capture* replaced) noexcept;
};

namespace {

struct owned_graph {
  const driver::table& calls;
  driver::graph handle = nullptr;
  ~owned_graph() {
    if (handle != nullptr) static_cast<void>(calls.cuGraphDestroy.attempt(handle));
  }
};

struct owned_exec {
  const driver::table& calls;
  driver::graph_exec handle = nullptr;
  ~owned_exec() {
    if (handle != nullptr) static_cast<void>(calls.cuGraphExecDestroy.attempt(handle));
  }
};

// Ends the capture that `on` began: the streams that were forked come together there. The current context is its own.
driver::graph end_capture(capture& captured, const abi::stream_state& on) {
  for (const abi::stream_state* fork : captured.forks) wait_for(on, *fork);
  driver::graph made = nullptr;
  driver::result code = captured.context.calls->cuStreamEndCapture.attempt(on.handle, &made);
  captured.end();
  if (code != driver::success) driver::fail(captured.context.calls->cuStreamEndCapture.name, code);
  return made;
}

// Functions and memory of the host that the driver comes back to at each launch. Device memory and pinned memory look
// after themselves.
bool used_by_driver(const capture& contents) noexcept {
  return !contents.context.is_cpu() && !(contents.calls.empty() && contents.host.empty());
}

void drop_forks(capture& captured) noexcept {
  for (abi::stream_state* each : std::exchange(captured.forks, {})) abi::release(*each);
}

// Waits, so that the driver's thread calls nothing that is gone. False where that is not certain.
bool wait_for_all(const std::vector<abi::stream_state*>& streams) noexcept {
  bool done = true;
  for (const abi::stream_state* each : streams) {
    try {
      current_context scope(each->owner);
      done &= each->owner.calls->cuStreamSynchronize.attempt(each->handle) == driver::success;
    } catch (const error&) {
      done = false;
    }
  }
  return done;
}

}  // namespace

void graph_state::retire(capture* replaced) noexcept {
  if (used_by_driver(*replaced) && !wait_for_all(launched_on)) {
    for (auto& call : replaced->calls) static_cast<void>(call.release());
    for (auto& memory : replaced->host) static_cast<void>(memory.release());
  }
  for (abi::stream_state* each : std::exchange(launched_on, {})) abi::release(*each);
  release(*replaced);
}

graph_state::~graph_state() {
  abi::context_state& owner = context();
  if (exec != nullptr) {
    try {
      current_context scope(owner);
      // What is in flight is finished first, by the driver.
      static_cast<void>(owner.calls->cuGraphExecDestroy.attempt(exec));
    } catch (const error&) {
      // The driver is gone, and the graph with it.
    }
  }
  retire(contents);
}

graph_capture::graph_capture(const stream& on)
    : capture_(new capture(on.state()->owner)), origin_(nullptr), captured_(origin_) {
  struct guard {
    capture* held;
    ~guard() {
      if (held != nullptr) release(*held);
    }
  } guarded{capture_};
  check_not_capturing(*on.state(), "be captured from again");
  abi::context_state& context = capture_->context;
  captured_ = stream(abi::make_stream(context, capture_));
  if (!context.is_cpu()) {
    current_context scope(context);
    // Relaxed: what the program does with other streams meanwhile is its own affair.
    context.calls->cuStreamBeginCapture(captured_.state()->handle, driver::capture_relaxed);
  }
  origin_ = captured_.state();
  abi::retain(*origin_);
  guarded.held = nullptr;
}

graph_capture::~graph_capture() {
  if (!capture_->over.load(std::memory_order_acquire) && !capture_->context.is_cpu()) {
    try {
      current_context scope(capture_->context);
      owned_graph abandoned{*capture_->context.calls};
      static_cast<void>(capture_->context.calls->cuStreamEndCapture.attempt(origin_->handle, &abandoned.handle));
    } catch (const error&) {
      // The driver is gone, and the capture with it.
    }
  }
  capture_->end();
  drop_forks(*capture_);
  abi::release(*origin_);
  release(*capture_);
}

graph_state* graph_capture::end() {
  abi::context_state& context = capture_->context;
  retain(*capture_);
  auto made = std::make_unique<graph_state>(capture_);
  if (context.is_cpu()) {
    capture_->end();
    return made.release();
  }
  current_context scope(context);
  owned_graph graph{*context.calls, end_capture(*capture_, *origin_)};
  context.calls->cuGraphInstantiateWithFlags(&made->exec, graph.handle, 0);
  return made.release();
}

bool graph_capture::end_as_update(graph_state& target) {
  abi::context_state& context = capture_->context;
  if (&context != &target.context())
    throw error(errc::context_mismatch, 601, {},
                concat("a graph of one context (", target.context().name, ") is updated from a stream of another (",
                       context.name, "); capture it again"));
  bool same_form = true;
  if (context.is_cpu()) {
    capture_->end();
    same_form = capture_->steps.size() == target.contents->steps.size();
  } else {
    current_context scope(context);
    owned_graph graph{*context.calls, end_capture(*capture_, *origin_)};
    driver::graph_update_result why{};
    driver::result code = context.calls->cuGraphExecUpdate.attempt(target.exec, graph.handle, &why);
    if (code == driver::graph_update_failure) {
      owned_exec exec{*context.calls};
      context.calls->cuGraphInstantiateWithFlags(&exec.handle, graph.handle, 0);
      std::swap(target.exec, exec.handle);  // the old one dies when what is in flight is finished
      same_form = false;
    } else if (code != driver::success) {
      driver::fail(context.calls->cuGraphExecUpdate.name, code);
    }
  }
  retain(*capture_);
  target.retire(std::exchange(target.contents, capture_));
  return same_form;
}

}  // namespace gpuc::detail

namespace gpuc {

namespace {

using namespace gpuc::detail;

void launch_on_gpu(detail::graph_state& graph, abi::stream_state& on) {
  current_context scope(on.owner);
  std::lock_guard lock(graph.mutex);
  detail::capture& contents = *graph.contents;
  for (allocation* each : contents.memory) each->used_on(on);
  for (pinned_storage* each : contents.pinned) each->reserve_use(on);
  if (used_by_driver(contents) &&
      std::find(graph.launched_on.begin(), graph.launched_on.end(), &on) == graph.launched_on.end()) {
    graph.launched_on.push_back(&on);
    abi::retain(on);
  }
  on.owner.calls->cuGraphLaunch(graph.exec, on.handle);
  for (pinned_storage* each : contents.pinned) each->used_on(on);
  if (!on.owner.blocking) return;
  on.owner.calls->cuStreamSynchronize(on.handle);
  throw_reports(on.owner);
}

}  // namespace

graph::~graph() { delete state_; }

detail::graph_state& graph::state() const {
  if (state_ != nullptr) return *state_;
  throw error(errc::invalid_argument, 222, {}, "a graph is used after it was moved; use the one that it moved to");
}

void graph::launch(const stream& on) const {
  detail::graph_state& graph = state();
  abi::stream_state& stream = *on.state();
  if (&stream.owner != &graph.context())
    throw error(errc::context_mismatch, 601, {},
                concat("the stream belongs to another context (", stream.owner.name, ") than the graph (",
                       graph.context().name, "); use a stream of the graph's context"));
  check_not_capturing(stream, "be given another graph");
  if (!stream.owner.is_cpu()) return launch_on_gpu(graph, stream);
  check_not_forked();
  for (const auto& step : graph.contents->steps) step();
}

CUgraphExec_st* graph::native_handle() const { return reinterpret_cast<CUgraphExec_st*>(state().exec); }

}  // namespace gpuc
