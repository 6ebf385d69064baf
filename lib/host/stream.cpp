#include "gpuc/stream.hpp"

#include "gpuc/error.hpp"
#include "lib/host/context_state.h"
#include "lib/host/current_context.h"
#include "lib/host/reports.h"

#include <memory>
#include <utility>

namespace gpuc {

namespace abi {

namespace {

// The driver finishes what is queued before it frees the stream. False where the driver is gone, and the stream with
// it.
bool destroy(const stream_state& stream) noexcept try {
  if (stream.owner.is_cpu()) return true;
  detail::current_context scope(stream.owner);
  return stream.owner.calls->cuStreamDestroy.attempt(stream.handle) == driver::success;
} catch (const error&) {
  return false;
}

}  // namespace

void retain(stream_state& stream) noexcept {
  if (stream.is_default)
    retain(stream.owner);
  else
    stream.references.fetch_add(1, std::memory_order_relaxed);
}

void release(stream_state& stream) noexcept {
  context_state& owner = stream.owner;
  if (!stream.is_default) {
    if (stream.references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    static_cast<void>(destroy(stream));
    delete &stream;
  }
  release(owner);
}

stream_state* make_stream(context_state& context) {
  auto made = std::make_unique<stream_state>(context, false);
  if (!context.is_cpu()) {
    detail::current_context scope(context);
    context.calls->cuStreamCreate(&made->handle, driver::stream_non_blocking);
  }
  retain(context);
  return made.release();
}

}  // namespace abi

stream::stream(stream&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}

stream& stream::operator=(stream&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

stream::~stream() {
  if (state_ != nullptr) abi::release(*state_);
}

void stream::synchronize() const {
  abi::context_state& context = state_->owner;
  if (!context.is_cpu()) {
    detail::current_context scope(context);
    context.calls->cuStreamSynchronize(state_->handle);
  }
  detail::throw_reports(context, *state_);
}

}  // namespace gpuc
