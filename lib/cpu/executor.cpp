// The CPU executor: a launch is the blocks 0, 1, 2, ... of its grid, taken in that order by the calling thread and the
// workers, and finished when the call returns. A block that waits for one with a lower index is therefore safe.

#include "lib/cpu/fiber_block.h"
#include "lib/cpu/running_block.h"
#include "lib/cpu/worker_pool.h"
#include "lib/host/cpu_executor.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>
#include <xmmintrin.h>

namespace gpuc::cpu {

namespace {

constexpr std::size_t shared_alignment = 1024;  // the strictest that a contract may ask for
// Shared memory starts undefined: this is neither zero nor a likely value, so code that reads it unwritten shows.
constexpr int poison = 0xDB;
// A stack is two mappings, of which Linux gives a process 65530.
constexpr std::uint32_t most_fibers = 16384;

struct free_memory {
  void operator()(void* memory) const noexcept { std::free(memory); }
};

// What a block has: its kernel's variables, then what the launch gives beyond them.
struct layout {
  std::size_t dynamic, bytes;
};
layout shared_layout(const grid_launch& launch) noexcept {
  auto rounded = [](std::size_t bytes, std::size_t to) { return (bytes + to - 1) / to * to; };
  std::size_t dynamic =
      rounded(launch.target.static_shared, std::max(128u, launch.target.contract.dynamic_shared_align));
  return {dynamic, dynamic + rounded(launch.dynamic_shared, 128)};
}

// Null for nothing. Throws: std::bad_alloc.
void* allocate_shared(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  // aligned_alloc wants a multiple of the alignment.
  void* memory =
      std::aligned_alloc(shared_alignment, (bytes + shared_alignment - 1) / shared_alignment * shared_alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return std::memset(memory, poison, bytes);
}

// What an operating-system thread keeps from block to block and launch to launch.
struct worker_memory {
  fiber_block fibers;
  std::unique_ptr<void, free_memory> shared;
  std::size_t shared_bytes = 0;

  char* reserve_shared(std::size_t bytes) {
    if (bytes > shared_bytes) {
      shared_bytes = 0;
      shared.reset(allocate_shared(bytes));
      shared_bytes = bytes;
    }
    return static_cast<char*>(shared.get());
  }
};
thread_local worker_memory memory;

// Denormals, rounding and exception masks are the process's first ones in kernels, whatever the caller set.
class default_rounding {
 public:
  default_rounding() noexcept : saved_(_mm_getcsr()) { _mm_setcsr(0x1f80); }
  ~default_rounding() { _mm_setcsr(saved_); }
  default_rounding(const default_rounding&) = delete;
  default_rounding& operator=(const default_rounding&) = delete;

 private:
  unsigned saved_;
};

// Runs the threads of a block one after the other. A fault jumps back here, and the next thread goes on. There is
// nothing with a destructor between here and there: compiled kernels have none left.
void run_plain(running_block& running) noexcept {
  abi::cpu_block& block = running.block;
  std::uint32_t threads = block.block_dim[0] * block.block_dim[1] * block.block_dim[2];
  std::jmp_buf escape;
  running.escape = &escape;
  block.thread = ~0u;  // so that the thread behind the last one that ran is the first
  _setjmp(escape);
  if (std::uint32_t first = block.thread + 1; first < threads)
    running.launch.target.cpu(running.launch.arguments, &block, first);
}

class grid_run {
 public:
  explicit grid_run(const grid_launch& launch) noexcept
      : launch_(launch), blocks_(std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2]) {}

  void run() {
    if (launch_.target.contract.cooperative != 0 && launch_.target.fibers != 0) return run_together();
    std::uint64_t wanted = std::min<std::uint64_t>(available_threads(), blocks_);
    if (launch_.target.fibers != 0) {
      std::uint32_t threads = launch_.block[0] * launch_.block[1] * launch_.block[2];
      wanted = std::min<std::uint64_t>(wanted, std::max(1u, most_fibers / threads));
    }
    // Small enough that all threads end together, large enough that taking a piece costs nothing.
    piece_ = std::clamp<std::uint64_t>(blocks_ / (wanted * 32), 1, 64);
    run_in_parallel(static_cast<unsigned>(wanted), &grid_run::work, this);
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  // One block of a cooperative launch.
  struct member {
    explicit member(const grid_launch& launch) : running{.launch = launch} {}
    running_block running;
    fiber_block fibers;
    std::unique_ptr<void, free_memory> shared;
  };

  // The blocks of a cooperative launch, on the calling thread: each in turn until its threads wait for the grid.
  void run_together() {
    default_rounding rounding;
    std::vector<std::unique_ptr<member>> members;
    for (std::uint64_t i = 0; i < blocks_; ++i) {
      member& made = *members.emplace_back(std::make_unique<member>(launch_));
      made.shared.reset(allocate_shared(shared_layout(launch_).bytes));
      prepare(made.running, static_cast<char*>(made.shared.get()));
      place(made.running, i);
      made.fibers.start(made.running);
    }
    running_block* outer = current_block;
    while (go_on(members)) {
    }
    current_block = outer;
  }

  // Whether anything is left to run.
  static bool go_on(std::vector<std::unique_ptr<member>>& members) noexcept {
    std::uint64_t waiting = 0, threads = 0;
    bool faulted = false;
    member* last = nullptr;
    for (const auto& each : members) {
      current_block = &each->running;
      if (each->fibers.resume() == fiber_block::pause::stuck) {
        each->fibers.report_divergence();
        return false;
      }
      const auto& dim = each->running.block.block_dim;
      threads += std::uint64_t{dim[0]} * dim[1] * dim[2];
      waiting += each->fibers.at_grid();
      faulted |= each->fibers.faulted();
      if (each->fibers.at_grid() != 0) last = each.get();
    }
    // A thread that faulted never comes; a GPU's other threads leave as well.
    if (last == nullptr || faulted) return false;
    if (waiting != threads) {
      current_block = &last->running;
      last->fibers.report_divergence(waiting, threads);
      return false;
    }
    for (const auto& each : members) each->fibers.open_grid_barrier();
    return true;
  }

  static void work(void* self) noexcept {
    auto& grid = *static_cast<grid_run*>(self);
    try {
      grid.take_blocks();
    } catch (...) {
      grid.next_.store(grid.blocks_, std::memory_order_relaxed);
      std::lock_guard lock(grid.failure_mutex_);
      if (!grid.failure_) grid.failure_ = std::current_exception();
    }
  }

  // What the blocks that run in `shared` have in common.
  void prepare(running_block& running, char* shared) const noexcept {
    std::copy_n(launch_.block, 3, running.block.block_dim);
    std::copy_n(launch_.grid, 3, running.block.grid_dim);
    running.block.shared = shared;
    running.block.dynamic_shared = shared + shared_layout(launch_).dynamic;
    running.block.dynamic_shared_size = launch_.dynamic_shared;
  }

  void place(running_block& running, std::uint64_t i) const noexcept {
    running.block.block_index[0] = static_cast<std::uint32_t>(i % launch_.grid[0]);
    running.block.block_index[1] = static_cast<std::uint32_t>(i / launch_.grid[0] % launch_.grid[1]);
    running.block.block_index[2] = static_cast<std::uint32_t>(i / launch_.grid[0] / launch_.grid[1]);
  }

  void take_blocks() {
    default_rounding rounding;
    const abi::kernel& target = launch_.target;
    std::size_t shared_bytes = shared_layout(launch_).bytes;
    char* shared = memory.reserve_shared(shared_bytes);
    running_block running{.launch = launch_};
    prepare(running, shared);

    running_block* outer = std::exchange(current_block, &running);
    struct restore {
      running_block* outer;
      ~restore() { current_block = outer; }
    } guard{outer};
    for (;;) {
      std::uint64_t first = next_.fetch_add(piece_, std::memory_order_relaxed);
      if (first >= blocks_) return;
      for (std::uint64_t i = first, end = std::min(first + piece_, blocks_); i < end; ++i) {
        place(running, i);
        if (shared_bytes != 0) std::memset(shared, poison, shared_bytes);
        if (target.fibers != 0)
          memory.fibers.run(running);
        else
          run_plain(running);
      }
    }
  }

  const grid_launch& launch_;
  std::uint64_t blocks_;
  std::uint64_t piece_ = 1;
  std::atomic<std::uint64_t> next_{0};
  std::mutex failure_mutex_;
  std::exception_ptr failure_;
};

}  // namespace

std::uint64_t resident_blocks(std::uint32_t threads) noexcept { return std::max(1u, most_fibers / threads); }

void run(const grid_launch& launch) { grid_run(launch).run(); }

}  // namespace gpuc::cpu
