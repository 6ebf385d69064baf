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
#include <xmmintrin.h>

namespace gpuc::cpu {

namespace {

constexpr std::size_t shared_alignment = 128;
// Shared memory starts undefined: this is neither zero nor a likely value, so code that reads it unwritten shows.
constexpr int poison = 0xDB;
// A stack is two mappings, of which Linux gives a process 65530.
constexpr std::uint32_t most_fibers = 16384;

struct free_memory {
  void operator()(void* memory) const noexcept { std::free(memory); }
};

// What an operating-system thread keeps from block to block and launch to launch.
struct worker_memory {
  fiber_block fibers;
  std::unique_ptr<void, free_memory> shared;
  std::size_t shared_bytes = 0;

  char* reserve_shared(std::size_t bytes) {
    if (bytes > shared_bytes) {
      shared.reset(std::aligned_alloc(shared_alignment, bytes));
      shared_bytes = shared != nullptr ? bytes : 0;
      if (shared == nullptr) throw std::bad_alloc();
    }
    return static_cast<char*>(shared.get());
  }
};
thread_local worker_memory memory;

std::size_t rounded(std::size_t bytes) { return (bytes + shared_alignment - 1) / shared_alignment * shared_alignment; }

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

  void take_blocks() {
    default_rounding rounding;
    const abi::kernel& target = launch_.target;
    std::size_t static_bytes = rounded(target.static_shared);
    std::size_t shared_bytes = static_bytes + rounded(launch_.dynamic_shared);
    char* shared = memory.reserve_shared(shared_bytes);

    running_block running{.launch = launch_};
    std::copy_n(launch_.block, 3, running.block.block_dim);
    std::copy_n(launch_.grid, 3, running.block.grid_dim);
    running.block.shared = shared;
    running.block.dynamic_shared = shared + static_bytes;
    running.block.dynamic_shared_size = launch_.dynamic_shared;

    running_block* outer = std::exchange(current_block, &running);
    struct restore {
      running_block* outer;
      ~restore() { current_block = outer; }
    } guard{outer};
    for (;;) {
      std::uint64_t first = next_.fetch_add(piece_, std::memory_order_relaxed);
      if (first >= blocks_) return;
      for (std::uint64_t i = first, end = std::min(first + piece_, blocks_); i < end; ++i) {
        running.block.block_index[0] = static_cast<std::uint32_t>(i % launch_.grid[0]);
        running.block.block_index[1] = static_cast<std::uint32_t>(i / launch_.grid[0] % launch_.grid[1]);
        running.block.block_index[2] = static_cast<std::uint32_t>(i / launch_.grid[0] / launch_.grid[1]);
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

void run(const grid_launch& launch) { grid_run(launch).run(); }

}  // namespace gpuc::cpu
