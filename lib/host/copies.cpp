// Copies between the host and device memory, and within a device or between two.

#include "lib/host/copies.h"

#include "gpuc/copy.hpp"
#include "gpuc/device_buffer.hpp"
#include "gpuc/error.hpp"
#include "gpuc/pinned_buffer.hpp"
#include "lib/host/capture.h"
#include "lib/host/current_context.h"
#include "lib/host/pinned_storage.h"
#include "lib/host/process.h"
#include "lib/host/reports.h"
#include "lib/host/text.h"

#include <cstring>

namespace gpuc::detail {

namespace {

// Does `copy`, or makes it a step of the graph that is captured.
template <class F>
void do_on_cpu(const abi::stream_state& on, F copy) {
  if (is_capturing(on))
    add_step(*on.capture, copy);
  else
    copy();
}

// Copies whose host side is the caller's again when they return or throw: the wait comes first and the error after it.
void finish(const driver::table& calls, const char* name, driver::result copied, const abi::stream_state& on) {
  driver::result done = calls.cuStreamSynchronize.attempt(on.handle);
  if (copied != driver::success) driver::fail(name, copied);
  if (done != driver::success) driver::fail(calls.cuStreamSynchronize.name, done);
}

// The storage of a pinned view, which a copy on `on` is going to use.
pinned_storage& checked(pinned_storage* storage, const abi::stream_state& on) {
  if (storage == nullptr)
    throw error(errc::invalid_argument, 222, {},
                "a pinned buffer is used after it was moved; use the one that it moved to");
  if (storage->owner.is_cpu() != on.owner.is_cpu())
    throw error(errc::context_mismatch, 601, {},
                concat("the pinned buffer belongs to another kind of device (", storage->owner.name,
                       ") than the stream (", on.owner.name, "); make it for the stream's context"));
  return *storage;
}

// Around a copy that the host does not wait for: the pinned memory outlives it.
template <class F>
void copy_pinned(abi::stream_state& on, pinned_storage& pinned, F copy) {
  if (is_capturing(on)) {
    keep(*on.capture, pinned);
    return copy();
  }
  pinned.reserve_use(on);
  copy();
  pinned.used_on(on);
}

}  // namespace

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

void copy_from_host(allocation* memory, const stream& on, const void* source, std::size_t bytes) {
  abi::stream_state& state = checked(on, memory);
  check_not_capturing(state, "copy from memory that is not pinned");
  if (bytes == 0) return;
  const abi::context_state& context = state.owner;
  if (context.is_cpu()) {
    check_not_forked();
    std::memcpy(host_pointer(*memory), source, bytes);
    return;
  }
  current_context scope(context);
  memory->used_on(state);
  const auto& call = context.calls->cuMemcpyHtoDAsync;
  finish(*context.calls, call.name, call.attempt(memory->address, source, bytes, state.handle), state);
}

void copy_to_host(allocation* memory, const stream& on, void* target, std::size_t bytes) {
  abi::stream_state& state = checked(on, memory);
  check_not_capturing(state, "copy to memory that is not pinned");
  abi::context_state& context = state.owner;
  if (context.is_cpu()) {
    if (bytes != 0) std::memcpy(target, host_pointer(*memory), bytes);
  } else {
    current_context scope(context);
    driver::result copied = driver::success;
    const auto& call = context.calls->cuMemcpyDtoHAsync;
    if (bytes != 0) {
      memory->used_on(state);
      copied = call.attempt(target, memory->address, bytes, state.handle);
    }
    finish(*context.calls, call.name, copied, state);
  }
  throw_reports(context);
}

void* address_on(allocation* memory, const stream& on) {
  memory->used_on(checked(on, memory));
  return host_pointer(*memory);
}

void copy_from_pinned(allocation* memory, const stream& on, const void* source, std::size_t bytes,
                      pinned_storage* storage) {
  abi::stream_state& state = checked(on, memory);
  pinned_storage& pinned = checked(storage, state);
  if (bytes == 0) return;
  memory->used_on(state);
  if (state.owner.is_cpu()) {
    if (is_capturing(state)) keep(*state.capture, pinned);
    return do_on_cpu(state, [=] { std::memcpy(host_pointer(*memory), source, bytes); });
  }
  current_context scope(state.owner);
  copy_pinned(state, pinned,
              [&] { state.owner.calls->cuMemcpyHtoDAsync(memory->address, source, bytes, state.handle); });
}

void copy_to_pinned(allocation* memory, const stream& on, void* target, std::size_t bytes, pinned_storage* storage) {
  abi::stream_state& state = checked(on, memory);
  pinned_storage& pinned = checked(storage, state);
  if (bytes == 0) return;
  memory->used_on(state);
  if (state.owner.is_cpu()) {
    if (is_capturing(state)) keep(*state.capture, pinned);
    return do_on_cpu(state, [=] { std::memcpy(target, host_pointer(*memory), bytes); });
  }
  current_context scope(state.owner);
  copy_pinned(state, pinned,
              [&] { state.owner.calls->cuMemcpyDtoHAsync(target, memory->address, bytes, state.handle); });
}

namespace {

void check_sides(const abi::stream_state& on, const device_range& to, const device_range& from) {
  if (to.context == nullptr || from.context == nullptr)
    throw error(errc::invalid_argument, 222, {}, "a buffer is used after it was moved; use the one that it moved to");
  check_size(to.bytes / to.element_size, from.bytes / from.element_size);
  if (&on.owner != to.context && &on.owner != from.context)
    throw error(errc::context_mismatch, 601, {},
                concat("a copy between ", from.context->name, " and ", to.context->name,
                       " is given to a stream of another context (", on.owner.name,
                       "); use a stream of one of the two"));
  auto target = reinterpret_cast<std::uintptr_t>(to.data), source = reinterpret_cast<std::uintptr_t>(from.data);
  if (to.context == from.context && target < source + from.bytes && source < target + to.bytes)
    throw error(errc::overlapping_arguments, 601, {},
                concat("a copy's target and source share memory (", counted(to.bytes / to.element_size, "element"),
                       " each); copy through another buffer"));
}

void use(const device_range& range, abi::stream_state& on) {
  if (range.memory != nullptr) static_cast<allocation*>(range.memory)->used_on(on);
}

driver::device_pointer address(const device_range& range) noexcept {
  return reinterpret_cast<driver::device_pointer>(range.data);
}

// One side is a GPU, the other the CPU executor: the host waits, as for any memory that is not pinned.
void copy_between_kinds(abi::stream_state& on, const device_range& to, const device_range& from) {
  if (on.owner.is_cpu())
    throw error(errc::context_mismatch, 601, {},
                concat("a copy between ", from.context->name, " and ", to.context->name,
                       " is given to a stream of the CPU executor; use a stream of the GPU's context"));
  check_not_capturing(on, "copy from or to the CPU executor");
  const driver::table& calls = *on.owner.calls;
  current_context scope(on.owner);
  if (to.context->is_cpu()) {
    use(from, on);
    finish(calls, calls.cuMemcpyDtoHAsync.name,
           calls.cuMemcpyDtoHAsync.attempt(to.data, address(from), to.bytes, on.handle), on);
  } else {
    use(to, on);
    finish(calls, calls.cuMemcpyHtoDAsync.name,
           calls.cuMemcpyHtoDAsync.attempt(address(to), from.data, to.bytes, on.handle), on);
  }
}

}  // namespace

void copy_ranges(const stream& stream, const device_range& to, const device_range& from) {
  abi::stream_state& on = *stream.state();
  check_sides(on, to, from);
  bool capturing = is_capturing(on);
  if (to.bytes == 0) return;
  if (to.context->is_cpu() != from.context->is_cpu()) return copy_between_kinds(on, to, from);
  if (capturing && to.context != from.context) check_not_capturing(on, "copy from or to another context");
  use(to, on);
  use(from, on);
  if (on.owner.is_cpu()) return do_on_cpu(on, [to, from] { std::memcpy(to.data, from.data, to.bytes); });
  current_context scope(on.owner);
  const driver::table& calls = *on.owner.calls;
  if (to.context->device == from.context->device)
    calls.cuMemcpyDtoDAsync(address(to), address(from), to.bytes, on.handle);
  else
    calls.cuMemcpyPeerAsync(address(to), to.context->handle, address(from), from.context->handle, to.bytes, on.handle);
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
