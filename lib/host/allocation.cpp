// Device memory: allocated in stream order, and freed after the last use on any stream.

#include "lib/host/allocation.h"

#include "gpuc/device_buffer.hpp"
#include "gpuc/error.hpp"
#include "lib/host/capture.h"
#include "lib/host/current_context.h"
#include "lib/host/process.h"
#include "lib/host/text.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace gpuc::detail {

namespace {

// As on a GPU: vector loads of the widest kind never split a cache line.
constexpr std::size_t cpu_alignment = 256;

driver::result allocate_once(const abi::context_state& context, allocation& memory) {
  return memory.pooled ? context.calls->cuMemAllocFromPoolAsync.attempt(&memory.address, memory.bytes, context.pool,
                                                                        memory.home.handle)
                       : context.calls->cuMemAlloc.attempt(&memory.address, memory.bytes);
}

void allocate_on_gpu(abi::context_state& context, allocation& memory) {
  current_context scope(context);
  memory.pooled = context.pool != nullptr;
  driver::result code = allocate_once(context, memory);
  if (code == driver::out_of_device_memory) {
    // Memory that other streams free is there for us once they got that far.
    if (captures_on(context).load(std::memory_order_relaxed) == 0)
      context.calls->cuCtxSynchronize();
    else
      context.calls->cuStreamSynchronize(memory.home.handle);
    code = allocate_once(context, memory);
    if (code == driver::out_of_device_memory) exhausted(context, memory.bytes, "device memory");
  }
  if (code != driver::success)
    driver::fail(memory.pooled ? context.calls->cuMemAllocFromPoolAsync.name : context.calls->cuMemAlloc.name, code);
}

void allocate_on_cpu(const abi::context_state& context, allocation& memory) {
  if (memory.bytes > ~std::size_t{0} - cpu_alignment) exhausted(context, memory.bytes, "device memory");
  void* found = std::aligned_alloc(cpu_alignment, (memory.bytes + cpu_alignment - 1) / cpu_alignment * cpu_alignment);
  if (found == nullptr) exhausted(context, memory.bytes, "device memory");
  memory.address = reinterpret_cast<driver::device_pointer>(found);
}

// Counts `bytes` as used. Throws: gpuc::out_of_memory where that would pass the limit.
void take(abi::context_state& context, std::size_t bytes) {
  std::size_t used = context.used_bytes.load(std::memory_order_relaxed);
  do {
    std::size_t limit = context.memory_limit.load(std::memory_order_relaxed);
    std::size_t left = used < limit ? limit - used : 0;
    if (bytes > left)
      throw out_of_memory(bytes, left, limit,
                          concat(bytes, " bytes of device memory asked for on ", context.name, ", but ", left,
                                 " are left of the limit of ", limit,
                                 " that the program set; free buffers, or raise the limit"));
  } while (!context.used_bytes.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
}

// False where it is not certain that the GPU is done with the memory.
bool free_on_gpu(const abi::context_state& context, const allocation& memory) noexcept try {
  current_context scope(context);
  const driver::table& calls = *context.calls;
  bool ordered = true;
  for (const abi::stream_state* other : memory.others) {
    try {
      if (memory.pooled)
        wait_for(memory.home, *other);
      else
        calls.cuStreamSynchronize(other->handle);
    } catch (const error&) {
      // Where the order cannot be made on the device, it is made here.
      ordered &= calls.cuStreamSynchronize.attempt(other->handle) == driver::success;
    }
  }
  if (!ordered) return false;
  if (memory.pooled) return calls.cuMemFreeAsync.attempt(memory.address, memory.home.handle) == driver::success;
  return calls.cuStreamSynchronize.attempt(memory.home.handle) == driver::success &&
         calls.cuMemFree.attempt(memory.address) == driver::success;
} catch (const error&) {
  return false;  // the driver is gone, and the memory with it
}

}  // namespace

void wait_for(const abi::stream_state& waiting, const abi::stream_state& on) {
  if (on.owner.is_cpu()) return;  // nothing is ever in flight
  const driver::table& calls = *on.owner.calls;
  struct owned_event {
    const driver::table& calls;
    driver::event handle = nullptr;
    ~owned_event() { static_cast<void>(calls.cuEventDestroy.attempt(handle)); }  // lives on until it has happened
  };
  // An event belongs to the device of the stream that it is recorded on; any stream may wait for it.
  current_context scope(on.owner);
  driver::event made = nullptr;
  calls.cuEventCreate(&made, driver::event_disable_timing);
  owned_event event{calls, made};
  calls.cuEventRecord(event.handle, on.handle);
  calls.cuStreamWaitEvent(waiting.handle, event.handle, 0);
}

void exhausted(const abi::context_state& context, std::size_t bytes, const char* what) {
  std::size_t available = 0, total = 0;
  if (!context.is_cpu()) static_cast<void>(context.calls->cuMemGetInfo.attempt(&available, &total));
  std::string message = concat(bytes, " bytes of ", what, " asked for on ", context.name);
  if (total != 0) message += concat(", but ", available, " of ", total, " are free");
  throw out_of_memory(bytes, available, total, message + "; free buffers, or work in smaller pieces");
}

std::size_t checked_bytes(std::size_t count, std::size_t element_size) {
  std::size_t bytes = 0;
  if (!__builtin_mul_overflow(count, element_size, &bytes)) return bytes;
  std::string message = concat(count, " elements of ", element_size, " bytes are more than a machine can address");
  throw out_of_memory(~std::size_t{0}, 0, 0, message + "; is the count what you meant?");
}

void allocation::used_on_another(abi::stream_state& stream) {
  if (is_capturing(stream)) return keep(*stream.capture, *this);
  if (home.owner.is_cpu()) return;  // nothing is ever in flight
  std::lock_guard lock(mutex);
  if (&stream != &home && std::find(others.begin(), others.end(), &stream) == others.end()) {
    others.reserve(others.size() + 1);
    wait_for(stream, home);
    abi::retain(stream);
    others.push_back(&stream);
  }
  last.store(&stream, std::memory_order_relaxed);
}

allocation* allocate(const stream& on, std::size_t count, std::size_t element_size) {
  check_not_forked();
  // A graph does not own memory that outlives its capture: what is made in one comes from outside.
  abi::stream_state& home = working_stream(*on.state());
  abi::context_state& context = home.owner;
  auto made = std::make_unique<allocation>(home);
  made->bytes = checked_bytes(count, element_size);
  context.calls_made.destroy_finished();
  if (made->bytes != 0) {
    take(context, made->bytes);
    try {
      if (context.is_cpu())
        allocate_on_cpu(context, *made);
      else
        allocate_on_gpu(context, *made);
    } catch (...) {
      context.used_bytes.fetch_sub(made->bytes, std::memory_order_relaxed);
      throw;
    }
  }
  abi::retain(home);
  return made.release();
}

void retain(allocation& memory) noexcept { memory.references.fetch_add(1, std::memory_order_relaxed); }

void release(allocation* memory) noexcept {
  if (memory == nullptr || memory->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  abi::stream_state& home = memory->home;
  abi::context_state& context = home.owner;
  if (context.is_cpu()) {
    std::free(host_pointer(*memory));
  } else if (memory->bytes != 0) {
    // Memory that a kernel may still write is better lost than given to somebody else.
    static_cast<void>(free_on_gpu(context, *memory));
  }
  context.used_bytes.fetch_sub(memory->bytes, std::memory_order_relaxed);
  for (abi::stream_state* other : memory->others) abi::release(*other);
  delete memory;
  abi::release(home);
}

void* address(const allocation& memory) noexcept { return host_pointer(memory); }
abi::context_state* owner(const allocation& memory) noexcept { return &memory.home.owner; }

}  // namespace gpuc::detail
