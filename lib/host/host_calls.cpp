#include "lib/host/host_calls.h"

#include "gpuc/stream.hpp"

#include <utility>

namespace gpuc::detail {

host_call::~host_call() = default;

host_calls::host_calls() noexcept = default;
host_calls::~host_calls() = default;

void host_calls::make(host_call& call) noexcept {
  try {
    call.run();
  } catch (...) {
    std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
}

void host_calls::finish(std::unique_ptr<host_call> call) noexcept {
  try {
    std::lock_guard lock(mutex_);
    finished_.push_back(nullptr);
    finished_.back() = std::move(call);
  } catch (...) {
    // No memory for the list: the call is lost, since destroying it here could call the driver from where that hangs.
    static_cast<void>(call.release());
  }
}

void host_calls::destroy_finished() noexcept {
  std::vector<std::unique_ptr<host_call>> dying;
  {
    std::lock_guard lock(mutex_);
    dying.swap(finished_);
  }
  // Outside of the lock: what dies here may come here again.
}

void host_calls::rethrow() {
  std::exception_ptr thrown;
  {
    std::lock_guard lock(mutex_);
    thrown = std::exchange(failure_, nullptr);
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace gpuc::detail
