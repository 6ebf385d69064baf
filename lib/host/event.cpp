#include "gpuc/event.hpp"

#include "gpuc/context.hpp"
#include "gpuc/error.hpp"
#include "lib/host/capture.h"
#include "lib/host/current_context.h"
#include "lib/host/event_state.h"
#include "lib/host/reports.h"
#include "lib/host/text.h"

#include <chrono>
#include <memory>
#include <utility>

namespace gpuc {

namespace {

void destroy(abi::event_state* state) noexcept {
  if (state == nullptr) return;
  abi::context_state& owner = state->owner;
  try {
    detail::current_context scope(owner);
    // A stream that waits for it goes on waiting: the driver keeps it until it has happened.
    if (state->handle != nullptr) static_cast<void>(owner.calls->cuEventDestroy.attempt(state->handle));
  } catch (const error&) {
    // The driver is gone, and the event with it.
  }
  if (state->captured != nullptr) detail::release(*state->captured);
  delete state;
  abi::release(owner);
}

// The two ends of a measured time.
void check_measurable(const abi::event_state& state, const char* which) {
  if (!state.recorded)
    throw error(errc::invalid_argument, 14, {},
                detail::concat("the time between two events is asked for, and the ", which,
                               " was not recorded; call record(stream) on it first"));
  if (state.captured != nullptr)
    throw error(errc::capture, 607, {},
                detail::concat("the time between two events is asked for, and the ", which,
                               " was recorded in the capture of a graph, where it has no time of its own; record it on "
                               "the stream that the graph is launched on"));
}

}  // namespace

event::event(const context& of) {
  abi::context_state& owner = *of.state();
  auto made = std::make_unique<abi::event_state>(owner);
  if (!owner.is_cpu()) {
    detail::current_context scope(owner);
    owner.calls->cuEventCreate(&made->handle, driver::event_default);
  }
  abi::retain(owner);
  state_ = made.release();
}

event::event(event&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
event& event::operator=(event&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
event::~event() { destroy(state_); }

void event::record(const stream& on) {
  abi::stream_state& stream = *on.state();
  if (&stream.owner != &state_->owner)
    throw error(errc::context_mismatch, 601, {},
                detail::concat("the stream belongs to another context (", stream.owner.name, ") than the event (",
                               state_->owner.name, "); use a stream of the event's context"));
  bool capturing = detail::is_capturing(stream);
  if (stream.owner.is_cpu()) {
    state_->time = std::chrono::steady_clock::now();
  } else {
    detail::current_context scope(stream.owner);
    stream.owner.calls->cuEventRecord(state_->handle, stream.handle);
  }
  detail::capture* before = std::exchange(state_->captured, capturing ? stream.capture : nullptr);
  if (state_->captured != nullptr) detail::retain(*state_->captured);
  if (before != nullptr) detail::release(*before);
  state_->recorded = true;
}

bool event::is_done() const {
  if (state_->owner.is_cpu() || !state_->recorded || state_->captured != nullptr) return true;
  detail::current_context scope(state_->owner);
  driver::result code = state_->owner.calls->cuEventQuery.attempt(state_->handle);
  if (code != driver::success && code != driver::not_ready) driver::fail(state_->owner.calls->cuEventQuery.name, code);
  return code == driver::success;
}

void event::synchronize() const {
  if (!state_->recorded) return;
  if (state_->captured != nullptr)
    throw error(errc::capture, 607, {},
                "an event that was recorded in the capture of a graph is waited for, and nothing happens there before "
                "the graph is launched; wait for the stream that it is launched on");
  if (!state_->owner.is_cpu()) {
    detail::current_context scope(state_->owner);
    state_->owner.calls->cuEventSynchronize(state_->handle);
  }
  detail::throw_reports(state_->owner);
}

double event::milliseconds_since(const event& start) const {
  check_measurable(*start.state_, "first");
  check_measurable(*state_, "second");
  if (&start.state_->owner != &state_->owner)
    throw error(errc::context_mismatch, 601, {},
                detail::concat("the time between events of two contexts (", start.state_->owner.name, ", ",
                               state_->owner.name, ") is asked for; record both on streams of one"));
  if (state_->owner.is_cpu())
    return std::chrono::duration<double, std::milli>(state_->time - start.state_->time).count();
  detail::current_context scope(state_->owner);
  const driver::table& calls = *state_->owner.calls;
  calls.cuEventSynchronize(start.state_->handle);
  calls.cuEventSynchronize(state_->handle);
  float milliseconds = 0;
  calls.cuEventElapsedTime(&milliseconds, start.state_->handle, state_->handle);
  return milliseconds;
}

CUevent_st* event::native_handle() const noexcept { return reinterpret_cast<CUevent_st*>(state_->handle); }

}  // namespace gpuc
