#include "gpuc/memory_pool.hpp"

#include "lib/host/context_state.h"
#include "lib/host/current_context.h"

namespace gpuc {

std::size_t memory_pool::used() const noexcept { return context_.state()->used_bytes.load(std::memory_order_relaxed); }

std::size_t memory_pool::reserved() const {
  const abi::context_state& state = *context_.state();
  if (state.pool == nullptr) return used();
  detail::current_context scope(state);
  std::uint64_t bytes = 0;
  state.calls->cuMemPoolGetAttribute(state.pool, driver::pool_reserved_bytes, &bytes);
  return bytes;
}

std::size_t memory_pool::limit() const noexcept {
  return context_.state()->memory_limit.load(std::memory_order_relaxed);
}

void memory_pool::set_limit(std::size_t bytes) noexcept {
  context_.state()->memory_limit.store(bytes, std::memory_order_relaxed);
}

void memory_pool::set_kept(std::size_t bytes) {
  const abi::context_state& state = *context_.state();
  if (state.pool == nullptr) return;
  detail::current_context scope(state);
  std::uint64_t kept = bytes;
  state.calls->cuMemPoolSetAttribute(state.pool, driver::pool_release_threshold, &kept);
}

void memory_pool::trim(std::size_t bytes) {
  const abi::context_state& state = *context_.state();
  if (state.pool == nullptr) return;
  detail::current_context scope(state);
  state.calls->cuMemPoolTrimTo(state.pool, bytes);
}

}  // namespace gpuc
