// What a gpuc::event is a handle to.
#pragma once

#include "lib/host/context_state.h"

#include <chrono>

namespace gpuc::abi {

struct event_state {
  context_state& owner;  // counted
  driver::event handle = nullptr;
  bool recorded = false;
  detail::capture* captured = nullptr;         // counted: recorded in the capture of a graph
  std::chrono::steady_clock::time_point time;  // on the CPU executor

  explicit event_state(context_state& owner) noexcept : owner(owner) {}
};

}  // namespace gpuc::abi
