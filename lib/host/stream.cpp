#include "gpuc/stream.hpp"

#include "gpuc/context.hpp"
#include "gpuc/error.hpp"
#include "gpuc/event.hpp"
#include "lib/host/allocation.h"
#include "lib/host/capture.h"
#include "lib/host/context_state.h"
#include "lib/host/current_context.h"
#include "lib/host/event_state.h"
#include "lib/host/process.h"
#include "lib/host/reports.h"
#include "lib/host/text.h"

#include <memory>
#include <utility>

namespace gpuc {

namespace abi {

namespace {

// The driver finishes what is queued before it frees the stream. False where the driver is gone, and the stream with
// it.
bool destroy(const stream_state& stream) noexcept try {
  if (stream.owner.is_cpu() || stream.kind == stream_kind::borrowed) return true;
  detail::current_context scope(stream.owner);
  return stream.owner.calls->cuStreamDestroy.attempt(stream.handle) == driver::success;
} catch (const error&) {
  return false;
}

}  // namespace

void retain(stream_state& stream) noexcept {
  if (stream.kind == stream_kind::by_default)
    retain(stream.owner);
  else
    stream.references.fetch_add(1, std::memory_order_relaxed);
}

void release(stream_state& stream) noexcept {
  context_state& owner = stream.owner;
  if (stream.kind != stream_kind::by_default) {
    if (stream.references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    static_cast<void>(destroy(stream));
    if (stream.capture != nullptr) detail::release(*stream.capture);
    delete &stream;
  }
  release(owner);
}

stream_state* make_stream(context_state& context, detail::capture* capture) {
  detail::check_not_forked();
  auto made = std::make_unique<stream_state>(context, stream_kind::own, capture);
  if (!context.is_cpu()) {
    detail::current_context scope(context);
    context.calls->cuStreamCreate(&made->handle, driver::stream_non_blocking);
  }
  retain(context);
  if (capture != nullptr) detail::retain(*capture);
  return made.release();
}

}  // namespace abi

namespace {

void arrive(void* data) {
  std::unique_ptr<detail::call_in_flight> arrived(static_cast<detail::call_in_flight*>(data));
  arrived->calls.make(*arrived->call);
  arrived->calls.finish(std::move(arrived->call));
}

// In a graph, which owns the call and makes it again.
void replay(void* data) {
  auto& kept = *static_cast<detail::call_in_flight*>(data);
  kept.calls.make(*kept.call);
}

[[noreturn, gnu::cold]] void across_captures(const char* inside, const char* outside) {
  throw error(errc::capture, 607, {},
              detail::concat(inside, " is part of a graph that is being captured, and ", outside,
                             " is not, so one cannot wait for the other; take further streams of the capture from "
                             "fork(), and order the graph's launch against other work"));
}

}  // namespace

stream::stream(stream&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}

stream& stream::operator=(stream&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

stream::~stream() {
  if (state_ == nullptr) return;
  // What they hold may be all that holds the context.
  state_->owner.calls_made.destroy_finished();
  abi::release(*state_);
}

stream stream::borrow(const context& of, CUstream_st* handle) {
  abi::context_state& owner = *of.state();
  auto* made = new abi::stream_state(owner, abi::stream_kind::borrowed);
  made->handle = reinterpret_cast<driver::stream>(handle);
  abi::retain(owner);
  return stream(made);
}

void stream::synchronize() const {
  abi::context_state& context = state_->owner;
  detail::check_not_capturing(*state_, "be waited for");
  if (!context.is_cpu()) {
    detail::current_context scope(context);
    context.calls->cuStreamSynchronize(state_->handle);
  }
  detail::throw_reports(context);
}

bool stream::is_done() const {
  detail::check_not_capturing(*state_, "be asked whether it is done");
  if (state_->owner.is_cpu()) return true;
  detail::current_context scope(state_->owner);
  driver::result code = state_->owner.calls->cuStreamQuery.attempt(state_->handle);
  if (code != driver::success && code != driver::not_ready) driver::fail(state_->owner.calls->cuStreamQuery.name, code);
  return code == driver::success;
}

void stream::wait(const event& recorded) const {
  const abi::event_state& point = *recorded.state();
  bool capturing = detail::is_capturing(*state_);
  if (!point.recorded) return;
  if (capturing && point.captured == nullptr) across_captures("the stream", "the event");
  if (point.captured != nullptr && point.captured != state_->capture) across_captures("the event", "the stream");
  if (state_->owner.is_cpu() || point.handle == nullptr) return;  // has happened
  detail::current_context scope(state_->owner);
  state_->owner.calls->cuStreamWaitEvent(state_->handle, point.handle, 0);
}

void stream::wait(const stream& other) const {
  const abi::stream_state& on = *other.state_;
  bool capturing = detail::is_capturing(*state_), other_capturing = detail::is_capturing(on);
  if (state_->capture != on.capture)
    across_captures(capturing ? "the stream" : "the stream that is waited for",
                    capturing && !other_capturing ? "the stream that is waited for" : "the stream that waits");
  detail::wait_for(*state_, on);
}

stream stream::fork() const {
  bool capturing = detail::is_capturing(*state_);
  stream made(abi::make_stream(state_->owner, state_->capture));
  if (capturing) detail::add_fork(*state_->capture, *made.state_);
  detail::wait_for(*made.state_, *state_);
  return made;
}

void stream::enqueue_call(detail::host_call* adopted) const {
  std::unique_ptr<detail::host_call> call(adopted);
  abi::context_state& context = state_->owner;
  if (detail::is_capturing(*state_)) {
    detail::call_in_flight& kept = detail::keep(*state_->capture, std::move(call));
    if (context.is_cpu()) return detail::add_step(*state_->capture, [&kept] { replay(&kept); });
    detail::current_context scope(context);
    return context.calls->cuLaunchHostFunc(state_->handle, &replay, &kept);
  }
  context.calls_made.destroy_finished();
  if (context.is_cpu()) return context.calls_made.make(*call);
  detail::current_context scope(context);
  auto flying = std::make_unique<detail::call_in_flight>(detail::call_in_flight{std::move(call), context.calls_made});
  context.calls->cuLaunchHostFunc(state_->handle, &arrive, flying.get());
  static_cast<void>(flying.release());
}

CUstream_st* stream::native_handle() const noexcept { return reinterpret_cast<CUstream_st*>(state_->handle); }

}  // namespace gpuc
