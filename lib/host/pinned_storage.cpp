#include "lib/host/pinned_storage.h"

#include "gpuc/context.hpp"
#include "gpuc/error.hpp"
#include "gpuc/pinned_buffer.hpp"
#include "lib/host/allocation.h"
#include "lib/host/current_context.h"
#include "lib/host/reports.h"
#include "lib/host/text.h"

#include <cstdlib>
#include <cstring>
#include <memory>

namespace gpuc::detail {

namespace {

void free_memory(pinned_storage& storage) noexcept {
  if (storage.memory == nullptr) return;
  if (storage.owner.is_cpu()) return std::free(storage.memory);
  // Memory that a copy may still reach is better lost than given to somebody else.
  if (!storage.wait()) return;
  try {
    current_context scope(storage.owner);
    static_cast<void>(storage.owner.calls->cuMemFreeHost.attempt(storage.memory));
  } catch (const error&) {
    // The driver is gone, and the memory with it.
  }
}

}  // namespace

pinned_storage::use& pinned_storage::use_of(abi::stream_state& stream) {
  for (use& each : uses)
    if (each.stream == &stream) return each;
  uses.reserve(uses.size() + 1);
  driver::event made = nullptr;
  owner.calls->cuEventCreate(&made, driver::event_disable_timing);
  abi::retain(stream);
  return uses.emplace_back(&stream, made);
}

void pinned_storage::reserve_use(abi::stream_state& stream) {
  if (owner.is_cpu()) return;
  std::lock_guard lock(mutex);
  current_context scope(stream.owner);
  use_of(stream);
}

void pinned_storage::used_on(abi::stream_state& stream) {
  if (owner.is_cpu()) return;
  std::lock_guard lock(mutex);
  current_context scope(stream.owner);
  driver::result code = owner.calls->cuEventRecord.attempt(use_of(stream).last, stream.handle);
  if (code == driver::success) return;
  // The copy is on its way, and nothing marks its end: it ends here.
  static_cast<void>(owner.calls->cuStreamSynchronize.attempt(stream.handle));
  driver::fail(owner.calls->cuEventRecord.name, code);
}

bool pinned_storage::wait() noexcept try {
  std::lock_guard lock(mutex);
  bool done = true;
  for (const use& each : uses) {
    current_context scope(each.stream->owner);
    done &= owner.calls->cuEventSynchronize.attempt(each.last) == driver::success;
  }
  return done;
} catch (const error&) {
  return false;
}

void retain(pinned_storage& storage) noexcept { storage.references.fetch_add(1, std::memory_order_relaxed); }

void release(pinned_storage* storage) noexcept {
  if (storage == nullptr || storage->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  free_memory(*storage);
  for (const pinned_storage::use& each : storage->uses) {
    try {
      current_context scope(each.stream->owner);
      static_cast<void>(storage->owner.calls->cuEventDestroy.attempt(each.last));
    } catch (const error&) {
      // The driver is gone, and the event with it.
    }
    abi::release(*each.stream);
  }
  abi::context_state& owner = storage->owner;
  delete storage;
  abi::release(owner);
}

pinned_storage* allocate_pinned(const context& of, std::size_t count, std::size_t element_size) {
  abi::context_state& owner = *of.state();
  std::size_t bytes = checked_bytes(count, element_size);
  auto made = std::make_unique<pinned_storage>(owner);
  if (bytes != 0 && owner.is_cpu()) {
    made->memory = std::calloc(1, bytes);
    if (made->memory == nullptr) exhausted(owner, bytes, "page-locked host memory");
  } else if (bytes != 0) {
    current_context scope(owner);
    driver::result code = owner.calls->cuMemHostAlloc.attempt(&made->memory, bytes, driver::host_alloc_portable);
    if (code == driver::out_of_device_memory) exhausted(owner, bytes, "page-locked host memory");
    if (code != driver::success) driver::fail(owner.calls->cuMemHostAlloc.name, code);
    std::memset(made->memory, 0, bytes);
  }
  abi::retain(owner);
  return made.release();
}

void* address(const pinned_storage& storage) noexcept { return storage.memory; }

void wait_for_copies(pinned_storage& storage) {
  if (storage.owner.is_cpu()) return;
  std::lock_guard lock(storage.mutex);
  for (const pinned_storage::use& each : storage.uses) {
    current_context scope(each.stream->owner);
    storage.owner.calls->cuEventSynchronize(each.last);
  }
}

}  // namespace gpuc::detail
