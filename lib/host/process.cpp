#include "lib/host/process.h"

#include "gpuc/error.hpp"

#include <pthread.h>

namespace gpuc::detail {

void watch_forks() noexcept {
  static const int registered =
      pthread_atfork(nullptr, nullptr, [] { in_forked_child.store(true, std::memory_order_relaxed); });
  static_cast<void>(registered);  // without memory for it a child finds out from the driver
}

void refuse_forked() {
  throw error(errc::forked, 608, {},
              "this process was forked from one that already used gpuc, and a device does not survive that; start the "
              "child with exec, or fork before the first gpuc::context");
}

}  // namespace gpuc::detail
