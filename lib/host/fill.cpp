// Giving every element of a buffer one value.

#include "gpuc/device_buffer.hpp"
#include "lib/host/capture.h"
#include "lib/host/copies.h"
#include "lib/host/current_context.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace gpuc::detail {

namespace {

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
void fill_by_copies(const abi::stream_state& on, const allocation& memory, const unsigned char* element,
                    std::size_t size) {
  constexpr std::size_t run_bytes = 16 * 1024;
  const driver::table& calls = *on.owner.calls;
  std::size_t run = std::min(memory.bytes, std::max<std::size_t>(1, run_bytes / size) * size);
  auto host = std::make_unique<unsigned char[]>(run);
  for (std::size_t i = 0; i < run; i += size) std::memcpy(host.get() + i, element, size);
  driver::result code = calls.cuMemcpyHtoDAsync.attempt(memory.address, host.get(), run, on.handle);
  driver::result done = driver::success;
  if (is_capturing(on))
    keep(*on.capture, std::move(host));  // every replay reads it
  else
    done = calls.cuStreamSynchronize.attempt(on.handle);  // `host` dies here, whatever the copy said
  if (code != driver::success) driver::fail(calls.cuMemcpyHtoDAsync.name, code);
  if (done != driver::success) driver::fail(calls.cuStreamSynchronize.name, done);
  for (std::size_t filled = run; filled < memory.bytes;) {
    std::size_t piece = std::min(filled, memory.bytes - filled);
    calls.cuMemcpyDtoDAsync(memory.address + filled, memory.address, piece, on.handle);
    filled += piece;
  }
}

void fill_on_gpu(const abi::stream_state& on, const allocation& memory, const unsigned char* element,
                 std::size_t element_size) {
  current_context scope(on.owner);
  const driver::table& calls = *on.owner.calls;
  std::uint16_t two = 0;
  std::uint32_t four = 0;
  switch (period(element, element_size)) {
    case 1: calls.cuMemsetD8Async(memory.address, *element, memory.bytes, on.handle); break;
    case 2:
      std::memcpy(&two, element, sizeof two);
      calls.cuMemsetD16Async(memory.address, two, memory.bytes / 2, on.handle);
      break;
    case 4:
      std::memcpy(&four, element, sizeof four);
      calls.cuMemsetD32Async(memory.address, four, memory.bytes / 4, on.handle);
      break;
    default: fill_by_copies(on, memory, element, element_size);
  }
}

void fill_on_cpu(const allocation& memory, const unsigned char* element, std::size_t element_size) {
  auto* target = static_cast<unsigned char*>(host_pointer(memory));
  if (period(element, element_size) == 1) {
    std::memset(target, *element, memory.bytes);
    return;
  }
  for (std::size_t i = 0; i < memory.bytes; i += element_size) std::memcpy(target + i, element, element_size);
}

}  // namespace

void fill(allocation* whole, const stream& on, const void* element, std::size_t element_size, std::size_t count) {
  abi::stream_state& state = checked(on, whole);
  if (count == 0) return;
  whole->used_on(state);
  const auto* bytes = static_cast<const unsigned char*>(element);
  if (!state.owner.is_cpu()) return fill_on_gpu(state, *whole, bytes, element_size);
  if (is_capturing(state))
    return add_step(*state.capture, [whole, kept = std::vector(bytes, bytes + element_size)] {
      fill_on_cpu(*whole, kept.data(), kept.size());
    });
  fill_on_cpu(*whole, bytes, element_size);
}

}  // namespace gpuc::detail
