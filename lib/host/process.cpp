#include "lib/host/process.h"

#include "gpuc/error.hpp"

#include <atomic>
#include <pthread.h>

namespace gpuc::detail {

namespace {

std::atomic<bool> forked{false};

[[noreturn, gnu::cold, gnu::noinline]] void refuse() {
  throw error(errc::forked, 608, {},
              "this process was forked from one that already used gpuc, and a device does not survive that; start the "
              "child with exec, or fork before the first gpuc::context");
}

}  // namespace

void watch_forks() noexcept {
  static const int registered = pthread_atfork(nullptr, nullptr, [] { forked.store(true, std::memory_order_relaxed); });
  static_cast<void>(registered);  // without memory for it a child finds out from the driver
}

bool is_forked() noexcept { return forked.load(std::memory_order_relaxed); }

void check_not_forked() {
  if (is_forked()) [[unlikely]]
    refuse();
}

}  // namespace gpuc::detail
