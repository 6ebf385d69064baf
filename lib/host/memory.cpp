// Device memory: allocation in stream order, copies, and freeing after the last use on any stream.

#include "gpuc/device_buffer.hpp"
#include "gpuc/error.hpp"
#include "gpuc/matrix_view.hpp"
#include "lib/host/allocation.h"
#include "lib/host/current_context.h"
#include "lib/host/reports.h"
#include "lib/host/text.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace gpuc::detail {

namespace {

// As on a GPU: vector loads of the widest kind never split a cache line.
constexpr std::size_t cpu_alignment = 256;

// Makes `waiting` wait for everything that `on` was given so far. Throws: gpuc::driver_error.
void wait_for(const driver::table& calls, const abi::stream_state& waiting, const abi::stream_state& on) {
  struct owned_event {
    const driver::table& calls;
    driver::event handle = nullptr;
    ~owned_event() { static_cast<void>(calls.cuEventDestroy.attempt(handle)); }  // lives on until it has happened
  };
  driver::event made = nullptr;
  calls.cuEventCreate(&made, driver::event_disable_timing);
  owned_event event{calls, made};
  calls.cuEventRecord(event.handle, on.handle);
  calls.cuStreamWaitEvent(waiting.handle, event.handle, 0);
}

driver::result allocate_once(const abi::context_state& context, allocation& memory) {
  return memory.pooled ? context.calls->cuMemAllocAsync.attempt(&memory.address, memory.bytes, memory.home.handle)
                       : context.calls->cuMemAlloc.attempt(&memory.address, memory.bytes);
}

[[noreturn]] void exhausted(const abi::context_state& context, std::size_t bytes) {
  std::size_t available = 0, total = 0;
  if (!context.is_cpu()) static_cast<void>(context.calls->cuMemGetInfo.attempt(&available, &total));
  std::string message = concat(bytes, " bytes of device memory asked for on ", context.name);
  if (total != 0) message += concat(", but ", available, " of ", total, " are free");
  throw out_of_memory(bytes, available, total, message + "; free buffers, or work in smaller pieces");
}

void allocate_on_gpu(abi::context_state& context, allocation& memory) {
  current_context scope(context);
  memory.pooled = context.pools;
  driver::result code = allocate_once(context, memory);
  if (code == driver::out_of_device_memory) {
    // Memory that other streams free is there for us once they got that far.
    context.calls->cuCtxSynchronize();
    code = allocate_once(context, memory);
    if (code == driver::out_of_device_memory) exhausted(context, memory.bytes);
  }
  if (code != driver::success)
    driver::fail(memory.pooled ? context.calls->cuMemAllocAsync.name : context.calls->cuMemAlloc.name, code);
}

// False where it is not certain that the GPU is done with the memory.
bool free_on_gpu(const abi::context_state& context, const allocation& memory) noexcept try {
  current_context scope(context);
  const driver::table& calls = *context.calls;
  bool ordered = true;
  for (const abi::stream_state* other : memory.others) {
    try {
      if (memory.pooled)
        wait_for(calls, memory.home, *other);
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

// The stream that a buffer's operation is given to, of the buffer's context.
abi::stream_state& checked(const stream& on, const allocation* memory) {
  if (memory == nullptr)
    throw error(errc::invalid_argument, 222, {}, "a buffer is used after it was moved; use the one that it moved to");
  abi::stream_state& state = *on.state();
  if (&state.owner != &memory->home.owner)
    throw error(errc::context_mismatch, 601, {},
                concat("the stream belongs to another context (", state.owner.name, ") than the buffer (",
                       memory->home.owner.name, "); use a stream of the buffer's context"));
  return state;
}

void* host_pointer(const allocation& memory) { return reinterpret_cast<void*>(memory.address); }

// The smallest piece of `element` of which it consists.
std::size_t period(const unsigned char* element, std::size_t size) {
  for (std::size_t length : {1, 2, 4}) {
    if (size % length != 0) continue;
    bool repeats = true;
    for (std::size_t i = length; i < size && repeats; ++i) repeats = element[i] == element[i - length];
    if (repeats) return length;
  }
  return size;
}

// Elements that no memset knows: a small run of them from the host, doubled on the device.
void fill_by_copies(const driver::table& calls, const allocation& memory, driver::stream on,
                    const unsigned char* element, std::size_t size) {
  constexpr std::size_t run_bytes = 16 * 1024;
  std::size_t run = std::min(memory.bytes, std::max<std::size_t>(1, run_bytes / size) * size);
  std::vector<unsigned char> host(run);
  for (std::size_t i = 0; i < run; i += size) std::memcpy(host.data() + i, element, size);
  driver::result code = calls.cuMemcpyHtoDAsync.attempt(memory.address, host.data(), run, on);
  driver::result done = calls.cuStreamSynchronize.attempt(on);  // `host` dies here, whatever the copy said
  if (code != driver::success) driver::fail(calls.cuMemcpyHtoDAsync.name, code);
  if (done != driver::success) driver::fail(calls.cuStreamSynchronize.name, done);
  for (std::size_t filled = run; filled < memory.bytes;) {
    std::size_t piece = std::min(filled, memory.bytes - filled);
    calls.cuMemcpyDtoDAsync(memory.address + filled, memory.address, piece, on);
    filled += piece;
  }
}

}  // namespace

void allocation::used_on_another(abi::stream_state& stream) {
  abi::context_state& context = home.owner;
  if (context.is_cpu()) return;  // nothing is ever in flight
  std::lock_guard lock(mutex);
  if (&stream != &home && std::find(others.begin(), others.end(), &stream) == others.end()) {
    others.reserve(others.size() + 1);
    current_context scope(context);
    wait_for(*context.calls, stream, home);
    abi::retain(stream);
    others.push_back(&stream);
  }
  last.store(&stream, std::memory_order_relaxed);
}

allocation* allocate(const stream& on, std::size_t count, std::size_t element_size) {
  abi::stream_state& home = *on.state();
  abi::context_state& context = home.owner;
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, element_size, &bytes)) {
    std::string message = concat(count, " elements of ", element_size, " bytes are more than a machine can address");
    throw out_of_memory(~std::size_t{0}, 0, 0, message + "; is the count what you meant?");
  }
  auto made = std::make_unique<allocation>(home);
  made->bytes = bytes;
  if (bytes != 0 && context.is_cpu()) {
    if (bytes > ~std::size_t{0} - cpu_alignment) exhausted(context, bytes);
    void* memory = std::aligned_alloc(cpu_alignment, (bytes + cpu_alignment - 1) / cpu_alignment * cpu_alignment);
    if (memory == nullptr) exhausted(context, bytes);
    made->address = reinterpret_cast<driver::device_pointer>(memory);
  } else if (bytes != 0) {
    allocate_on_gpu(context, *made);
  }
  abi::retain(home);
  return made.release();
}

void release(allocation* memory) noexcept {
  if (memory == nullptr) return;
  abi::stream_state& home = memory->home;
  abi::context_state& context = home.owner;
  if (context.is_cpu()) {
    std::free(host_pointer(*memory));
  } else if (memory->bytes != 0) {
    // Memory that a kernel may still write is better lost than given to somebody else.
    static_cast<void>(free_on_gpu(context, *memory));
  }
  for (abi::stream_state* other : memory->others) abi::release(*other);
  delete memory;
  abi::release(home);
}

void* address(const allocation& memory) noexcept { return host_pointer(memory); }
abi::context_state* owner(const allocation& memory) noexcept { return &memory.home.owner; }

void copy_from_host(allocation* whole, const stream& on, const void* source, std::size_t bytes) {
  abi::stream_state& state = checked(on, whole);
  allocation& memory = *whole;
  if (bytes == 0) return;
  abi::context_state& context = state.owner;
  if (context.is_cpu()) {
    std::memcpy(host_pointer(memory), source, bytes);
    return;
  }
  current_context scope(context);
  memory.used_on(state);
  // The source is the caller's again when we return or throw, so the wait comes first and the error after it.
  driver::result copied = context.calls->cuMemcpyHtoDAsync.attempt(memory.address, source, bytes, state.handle);
  driver::result done = context.calls->cuStreamSynchronize.attempt(state.handle);
  if (copied != driver::success) driver::fail(context.calls->cuMemcpyHtoDAsync.name, copied);
  if (done != driver::success) driver::fail(context.calls->cuStreamSynchronize.name, done);
}

void copy_to_host(allocation* whole, const stream& on, void* target, std::size_t bytes) {
  abi::stream_state& state = checked(on, whole);
  allocation& memory = *whole;
  abi::context_state& context = state.owner;
  if (context.is_cpu()) {
    if (bytes != 0) std::memcpy(target, host_pointer(memory), bytes);
  } else {
    current_context scope(context);
    driver::result copied = driver::success;
    if (bytes != 0) {
      memory.used_on(state);
      copied = context.calls->cuMemcpyDtoHAsync.attempt(target, memory.address, bytes, state.handle);
    }
    driver::result done = context.calls->cuStreamSynchronize.attempt(state.handle);
    if (copied != driver::success) driver::fail(context.calls->cuMemcpyDtoHAsync.name, copied);
    if (done != driver::success) driver::fail(context.calls->cuStreamSynchronize.name, done);
  }
  throw_reports(context, state);
}

void fill(allocation* whole, const stream& on, const void* element, std::size_t element_size, std::size_t count) {
  abi::stream_state& state = checked(on, whole);
  allocation& memory = *whole;
  if (count == 0) return;
  abi::context_state& context = state.owner;
  const auto* bytes = static_cast<const unsigned char*>(element);
  std::size_t length = period(bytes, element_size);
  if (context.is_cpu()) {
    auto* target = static_cast<unsigned char*>(host_pointer(memory));
    if (length == 1) {
      std::memset(target, *bytes, memory.bytes);
    } else {
      for (std::size_t i = 0; i < memory.bytes; i += element_size) std::memcpy(target + i, bytes, element_size);
    }
    return;
  }
  current_context scope(context);
  memory.used_on(state);
  const driver::table& calls = *context.calls;
  std::uint16_t two = 0;
  std::uint32_t four = 0;
  switch (length) {
    case 1: calls.cuMemsetD8Async(memory.address, *bytes, memory.bytes, state.handle); break;
    case 2:
      std::memcpy(&two, bytes, sizeof two);
      calls.cuMemsetD16Async(memory.address, two, memory.bytes / 2, state.handle);
      break;
    case 4:
      std::memcpy(&four, bytes, sizeof four);
      calls.cuMemsetD32Async(memory.address, four, memory.bytes / 4, state.handle);
      break;
    default: fill_by_copies(calls, memory, state.handle, bytes, element_size);
  }
}

void check_range(std::size_t offset, std::size_t count, std::size_t size) {
  if (offset <= size && count <= size - offset) return;
  throw error(errc::size_mismatch, 605, {},
              concat("a view of ", counted(count, "element"), " from element ", offset, " leaves a buffer of ",
                     counted(size, "element")));
}

void check_size(std::size_t found, std::size_t expected) {
  if (found == expected) return;
  throw error(errc::size_mismatch, 605, {},
              concat("the target has ", counted(found, "element"), ", but the buffer ", expected));
}

void check_matrix(std::size_t rows, std::size_t cols, std::size_t size) {
  std::size_t product = 0;
  if (__builtin_mul_overflow(rows, cols, &product))
    throw error(errc::dimension_overflow, 605, {},
                concat("a matrix of ", rows, " x ", cols, " elements is more than a machine can address"));
  if (product != size)
    throw error(
        errc::size_mismatch, 605, {},
        concat("a matrix of ", rows, " x ", cols, " has ", counted(product, "element"), ", but the buffer has ", size));
}

}  // namespace gpuc::detail
