// Page-locked host memory, which the GPU reads and writes while the host goes on.
#pragma once

#include "lib/host/context_state.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace gpuc::detail {

/// One allocation, with an event on each stream that copied from or to it, so that it is not freed too early. Counted:
/// a pinned_buffer holds it, and every graph that captured a copy.
struct pinned_storage {
  abi::context_state& owner;  // counted
  void* memory = nullptr;     // null where there are no bytes
  std::atomic<std::uint32_t> references{1};

  struct use {
    abi::stream_state* stream;  // counted
    driver::event last;         // behind the last copy
  };
  std::mutex mutex;
  std::vector<use> uses;

  explicit pinned_storage(abi::context_state& owner) noexcept : owner(owner) {}

  /// To be called before a copy is given to `stream`; `used_on` follows it. Throws: gpuc::driver_error.
  void reserve_use(abi::stream_state& stream);
  /// To be called behind the copy. Throws: gpuc::driver_error.
  void used_on(abi::stream_state& stream);
  /// Waits until no copy uses it. False where that is not certain.
  bool wait() noexcept;

 private:
  use& use_of(abi::stream_state& stream);
};

void retain(pinned_storage& storage) noexcept;

}  // namespace gpuc::detail
