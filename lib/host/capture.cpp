#include "lib/host/capture.h"

#include "gpuc/device_buffer.hpp"
#include "gpuc/error.hpp"
#include "gpuc/pinned_buffer.hpp"
#include "gpuc/stream.hpp"
#include "lib/host/allocation.h"
#include "lib/host/pinned_storage.h"
#include "lib/host/text.h"

#include <algorithm>
#include <utility>

namespace gpuc::detail {

namespace {

// Keeps `object` once. The list is searched from its end: what comes again mostly came just now.
template <class T>
void keep_once(std::vector<T*>& list, T& object) {
  if (std::find(list.rbegin(), list.rend(), &object) != list.rend()) return;
  list.push_back(&object);
  retain(object);
}

}  // namespace

std::atomic<int>& captures_on(const abi::context_state& context) noexcept {
  static std::atomic<int> running[64];  // devices beyond share
  return running[static_cast<unsigned>(context.device) % 64];
}

capture::capture(abi::context_state& context) noexcept : context(context) {
  abi::retain(context);
  captures_on(context).fetch_add(1, std::memory_order_relaxed);
}

bool capture::end() noexcept {
  if (over.exchange(true, std::memory_order_acq_rel)) return false;
  captures_on(context).fetch_sub(1, std::memory_order_relaxed);
  return true;
}

capture::~capture() {
  end();
  for (allocation* each : memory) release(each);
  for (pinned_storage* each : pinned) release(each);
  calls.clear();
  for (abi::stream_state* each : forks) abi::release(*each);
  if (working != nullptr) abi::release(*working);
  abi::release(context);
}

void retain(capture& captured) noexcept { captured.references.fetch_add(1, std::memory_order_relaxed); }
void release(capture& captured) noexcept {
  if (captured.references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete &captured;
}

void keep(capture& captured, allocation& memory) {
  std::lock_guard lock(captured.mutex);
  keep_once(captured.memory, memory);
}

void keep(capture& captured, pinned_storage& memory) {
  std::lock_guard lock(captured.mutex);
  keep_once(captured.pinned, memory);
}

void keep(capture& captured, std::unique_ptr<unsigned char[]> host) {
  std::lock_guard lock(captured.mutex);
  captured.host.push_back(std::move(host));
}

call_in_flight& keep(capture& captured, std::unique_ptr<host_call> call) {
  std::lock_guard lock(captured.mutex);
  return *captured.calls.emplace_back(
      std::make_unique<call_in_flight>(call_in_flight{std::move(call), captured.context.calls_made}));
}

void add_step(capture& captured, std::function<void()> step) {
  std::lock_guard lock(captured.mutex);
  captured.steps.push_back(std::move(step));
}

void add_fork(capture& captured, abi::stream_state& fork) {
  std::lock_guard lock(captured.mutex);
  captured.forks.push_back(&fork);
  abi::retain(fork);
}

void check_not_over(const capture& captured) {
  if (captured.over.load(std::memory_order_acquire))
    throw error(errc::capture, 607, {},
                "a stream of a graph's capture is used after the capture; give the work to a stream of the context, or "
                "capture it");
}

void check_not_capturing(const abi::stream_state& stream, const char* what) {
  if (is_capturing(stream))
    throw error(errc::capture, 607, {},
                concat("a stream that a graph is captured from cannot ", what,
                       ": its work is recorded, and done when the graph is launched; do that outside of the capture"));
}

abi::stream_state& working_stream(abi::stream_state& stream) {
  if (!is_capturing(stream)) return stream;
  capture& captured = *stream.capture;
  std::lock_guard lock(captured.mutex);
  if (captured.working == nullptr) captured.working = abi::make_stream(captured.context);
  return *captured.working;
}

}  // namespace gpuc::detail
