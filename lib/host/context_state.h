// What a gpuc::context is a handle to: a GPU's primary context, or the CPU executor.
#pragma once

#include "lib/host/driver_api.h"
#include "lib/host/host_calls.h"
#include "lib/host/loaded_module.h"
#include "lib/host/stream_state.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace gpuc::abi {

/// What a launch is checked against.
struct device_limits {
  std::uint64_t block[3] = {1024, 1024, 64};
  std::uint64_t grid[3] = {0x7fffffff, 65535, 65535};
  std::uint64_t threads_per_block = 1024;
  std::uint64_t shared_per_block = 227 * 1024;
  std::uint64_t multiprocessors = 0;  // the CPU executor counts otherwise (cpu_executor.h)
  std::uint32_t capability = 90;      // times ten
  bool cooperative = true;            // all blocks of a launch can be made to run at the same time
};

struct context_state {
  /// The CPU executor has the limits that `device_limits` starts with, a Hopper GPU's: what runs there fits a GPU.
  context_state() noexcept : default_stream(*this, stream_kind::by_default) {}
  ~context_state();
  context_state(const context_state&) = delete;
  context_state& operator=(const context_state&) = delete;

  bool is_cpu() const noexcept { return calls == nullptr; }

  std::atomic<std::uint32_t> references{1};
  const driver::table* calls = nullptr;  // null: the CPU executor
  driver::device device = 0;
  driver::context handle = nullptr;
  int driver_version = 0;
  driver::memory_pool pool = nullptr;  // null: the device has none, and memory is not allocated in stream order
  bool blocking = false;               // GPUC_LAUNCH_BLOCKING: every launch is waited for
  std::string name = "CPU executor";
  device_limits limits;
  stream_state default_stream;

  /// Guards `modules` and what is in them, except for what a running kernel writes.
  std::mutex mutex;
  std::vector<std::unique_ptr<detail::loaded_module>> modules;

  /// Bytes of the buffers and tensors that are alive, and what they may become.
  std::atomic<std::size_t> used_bytes{0};
  std::atomic<std::size_t> memory_limit{~std::size_t{0}};

  detail::host_calls calls_made;
};

void retain(context_state& context) noexcept;
void release(context_state& context) noexcept;

}  // namespace gpuc::abi
