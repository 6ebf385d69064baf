#include "lib/cpu/fiber_block.h"

#include "lib/host/reports.h"

#include <algorithm>
#include <bit>

namespace gpuc::cpu {

void fiber_block::run(running_block& running) {
  start(running);
  // The stacks are used afresh by the next block; compiled kernels have nothing to unwind.
  if (resume() != pause::finished) report_divergence();
}

void fiber_block::start(running_block& running) {
  const auto& dim = running.block.block_dim;
  std::uint32_t threads = dim[0] * dim[1] * dim[2];
  stacks_.reserve(threads);
  fibers_.assign(threads, {});
  warps_.assign((threads + warp_size - 1) / warp_size, {});
  for (std::uint32_t i = 0; i < threads; ++i) {
    fibers_[i].stack = make_fiber(stacks_.top(i), &fiber_main);
    fibers_[i].now = state::ready;
    warps_[i / warp_size].live |= 1u << i % warp_size;
  }
  running_ = &running;
  running.fibers = this;
  alive_ = threads;
  at_barrier_ = 0;
  at_grid_ = 0;
  faulted_ = false;
}

fiber_block::pause fiber_block::resume() noexcept {
  for (bool progress = true; progress;) {
    progress = false;
    for (std::uint32_t i = 0; i < fibers_.size(); ++i) {
      if (fibers_[i].now != state::ready) continue;
      progress = true;
      thread_ = i;
      running_->block.thread = i;
      __gpuc_cpu_switch(&scheduler_, fibers_[i].stack);
    }
  }
  return alive_ == 0 ? pause::finished : at_grid_ == alive_ ? pause::at_grid : pause::stuck;
}

void fiber_block::open_grid_barrier() noexcept {
  at_grid_ = 0;
  for (fiber& each : fibers_)
    if (each.now == state::at_grid) each.now = state::ready;
}

void fiber_block::fiber_main() noexcept {
  running_block& running = *current_block;
  running.launch.target.cpu(running.launch.arguments, &running.block, running.block.thread);
  running.fibers->leave();
}

void fiber_block::suspend() noexcept { __gpuc_cpu_switch(&fibers_[thread_].stack, scheduler_); }

void fiber_block::block_sync() noexcept {
  fibers_[thread_].now = state::at_barrier;
  ++at_barrier_;
  open_barrier_if_complete();
  suspend();
}

void fiber_block::grid_sync() noexcept {
  fibers_[thread_].now = state::at_grid;
  ++at_grid_;
  suspend();
}

void fiber_block::open_barrier_if_complete() noexcept {
  if (at_barrier_ == 0 || at_barrier_ != alive_) return;
  at_barrier_ = 0;
  for (fiber& each : fibers_)
    if (each.now == state::at_barrier) each.now = state::ready;
}

void fiber_block::leave() noexcept {
  fibers_[thread_].now = state::left;
  --alive_;
  warp& mine = warps_[thread_ / warp_size];
  mine.live &= ~(1u << thread_ % warp_size);
  // Others may have waited for this thread alone.
  open_barrier_if_complete();
  finish_operations(thread_ / warp_size, mine.waiting);
  suspend();
  __builtin_unreachable();
}

std::uint32_t fiber_block::warp_wait(warp_operation operation, std::uint32_t mask, std::uint32_t value,
                                     std::uint32_t operand) noexcept {
  fiber& self = fibers_[thread_];
  std::uint32_t warp_index = thread_ / warp_size, bit = 1u << thread_ % warp_size;
  self.operation = operation;
  self.mask = mask | bit;  // a lane always takes part in its own operation
  self.value = value;
  self.operand = operand;
  self.now = state::in_warp;
  warps_[warp_index].waiting |= bit;
  finish_operations(warp_index, bit);
  // The last to arrive goes straight on; the others are ready when their turn comes.
  if (self.now != state::ready) suspend();
  return self.result;
}

// Ends the operations of those waiting lanes among `candidates` that have all they wait for.
void fiber_block::finish_operations(std::uint32_t warp_index, std::uint32_t candidates) noexcept {
  warp& mine = warps_[warp_index];
  std::uint32_t first = warp_index * warp_size;
  for (candidates &= mine.waiting; candidates != 0;) {
    auto lane = static_cast<std::uint32_t>(std::countr_zero(candidates));
    candidates &= candidates - 1;
    std::uint32_t needed = fibers_[first + lane].mask & mine.live;
    if (!complete(warp_index, lane, needed)) continue;
    for (std::uint32_t left = needed; left != 0; left &= left - 1) {
      auto each = static_cast<std::uint32_t>(std::countr_zero(left));
      fibers_[first + each].result = result_for(first, each, needed);
    }
    for (std::uint32_t left = needed; left != 0; left &= left - 1)
      fibers_[first + static_cast<std::uint32_t>(std::countr_zero(left))].now = state::ready;
    mine.waiting &= ~needed;
    candidates &= ~needed;
  }
}

bool fiber_block::complete(std::uint32_t warp_index, std::uint32_t lane, std::uint32_t needed) const noexcept {
  if ((needed & ~warps_[warp_index].waiting) != 0) return false;
  const fiber* first = &fibers_[warp_index * warp_size];
  for (; needed != 0; needed &= needed - 1) {
    const fiber& other = first[std::countr_zero(needed)];
    if (other.operation != first[lane].operation || other.mask != first[lane].mask) return false;
  }
  return true;
}

// As PTX's shfl.sync with a width of 32 and vote.sync.ballot; a lane that left the kernel yields 0.
std::uint32_t fiber_block::result_for(std::uint32_t first_thread, std::uint32_t lane,
                                      std::uint32_t needed) const noexcept {
  const fiber& self = fibers_[first_thread + lane];
  std::uint32_t operand = self.operand % warp_size, source = lane;
  switch (self.operation) {
    case warp_operation::shuffle_index: source = operand; break;
    case warp_operation::shuffle_xor: source = lane ^ operand; break;
    case warp_operation::shuffle_up: source = lane >= operand ? lane - operand : lane; break;
    case warp_operation::shuffle_down: source = lane + operand < warp_size ? lane + operand : lane; break;
    case warp_operation::ballot: {
      std::uint32_t votes = 0;
      for (std::uint32_t left = needed; left != 0; left &= left - 1) {
        auto each = static_cast<std::uint32_t>(std::countr_zero(left));
        votes |= (fibers_[first_thread + each].value != 0 ? 1u : 0u) << each;
      }
      return votes;
    }
    case warp_operation::sync: return 0;
  }
  return (needed >> source & 1) != 0 ? fibers_[first_thread + source].value : 0;
}

void fiber_block::report_divergence() const noexcept {
  // Those at the barrier, if some are: they are the ones whose wait the kernel's author has to look at.
  report_divergence(at_barrier_ != 0 ? at_barrier_ : at_grid_ != 0 ? at_grid_ : alive_, alive_);
}

void fiber_block::report_divergence(std::uint64_t waiting, std::uint64_t alive) const noexcept {
  auto waits = [](const fiber& each) { return each.now != state::left; };
  auto first = std::find_if(fibers_.begin(), fibers_.end(), waits);
  record(*running_, running_->launch.target.bundle, detail::no_site, waiting, alive,
         static_cast<std::uint32_t>(first - fibers_.begin()));
}

}  // namespace gpuc::cpu
