#include "gpuc/context.hpp"

#include "gpuc/error.hpp"
#include "lib/host/capture.h"
#include "lib/host/context_state.h"
#include "lib/host/current_context.h"
#include "lib/host/open_device.h"
#include "lib/host/reports.h"

#include <utility>

namespace gpuc {

namespace abi {

context_state::~context_state() {
  if (detail::is_forked()) return;  // everything below belongs to the parent
  if (is_cpu()) {
    detail::print_reports(*this);
  } else if (handle != nullptr) {
    driver::context previous = nullptr;
    // Nothing here can be helped if it fails: the process may be ending, and the driver gone before us.
    bool entered = calls->cuCtxGetCurrent.attempt(&previous) == driver::success &&
                   calls->cuCtxSetCurrent.attempt(handle) == driver::success;
    // Streams that were dropped may still run kernels of the modules that go now.
    // While a graph is captured on the device nobody can wait for it, so the modules stay.
    bool capturing = detail::captures_on(*this).load(std::memory_order_relaxed) != 0;
    if (entered && !capturing) static_cast<void>(calls->cuCtxSynchronize.attempt());
    detail::print_reports(*this);
    for (const auto& module : modules)
      if (!capturing) detail::unload(*this, *module);
    if (pool != nullptr) static_cast<void>(calls->cuMemPoolDestroy.attempt(pool));
    if (default_stream.handle != nullptr) static_cast<void>(calls->cuStreamDestroy.attempt(default_stream.handle));
    if (entered) static_cast<void>(calls->cuCtxSetCurrent.attempt(previous == handle ? nullptr : previous));
    static_cast<void>(calls->cuDevicePrimaryCtxRelease.attempt(device));
  }
}

void retain(context_state& context) noexcept { context.references.fetch_add(1, std::memory_order_relaxed); }

void release(context_state& context) noexcept {
  if (context.references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete &context;
}

}  // namespace abi

context::context() : state_(detail::open_default()) {}
context::context(int device) : state_(detail::open_gpu(device)) {}
context context::cpu() { return context(detail::open_cpu()); }

context::context(const context& other) noexcept : state_(other.state_) {
  if (state_ != nullptr) abi::retain(*state_);
}
context::context(context&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
context& context::operator=(const context& other) noexcept { return *this = context(other); }
context& context::operator=(context&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}
context::~context() {
  if (state_ == nullptr) return;
  // What they hold may be all that holds the context.
  state_->calls_made.destroy_finished();
  abi::release(*state_);
}

stream context::default_stream() const {
  abi::retain(state_->default_stream);
  return stream(&state_->default_stream);
}
stream context::new_stream() const { return stream(abi::make_stream(*state_)); }

bool context::is_cpu() const noexcept { return state_->is_cpu(); }
std::string context::name() const { return state_->name; }
int context::compute_capability() const noexcept { return static_cast<int>(state_->limits.capability); }

void context::synchronize() const {
  if (detail::captures_on(*state_).load(std::memory_order_relaxed) != 0)
    throw error(errc::capture, 607, {},
                "a context cannot be waited for while a graph is captured on its device; wait for the streams that you "
                "mean, or outside of the capture");
  if (!state_->is_cpu()) {
    detail::current_context scope(*state_);
    state_->calls->cuCtxSynchronize();
  }
  detail::throw_reports(*state_);
}

}  // namespace gpuc
