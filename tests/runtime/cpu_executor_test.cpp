// The CPU executor with kernels as the compiler would make them.

#include "gpuc/abi/launch.h"
#include "gpuc/context.hpp"
#include "gpuc/covering.hpp"
#include "gpuc/device_buffer.hpp"
#include "gpuc/launch_config.hpp"
#include "lib/cpu/worker_pool.h"
#include "tests/runtime/test_program.h"
#include "tests/runtime/thrown.h"

#include <atomic>
#include <cstring>
#include <mutex>
#include <numeric>
#include <set>
#include <thread>
#include <xmmintrin.h>

using namespace gpuc;
using namespace gpuc::testing;

extern "C" {
void __gpuc_cpu_block_sync() noexcept;
void __gpuc_cpu_grid_sync() noexcept;
void __gpuc_cpu_warp_sync(std::uint32_t mask) noexcept;
std::uint32_t __gpuc_cpu_shuffle(std::uint32_t mask, std::uint32_t value, std::uint32_t operand, int mode) noexcept;
std::uint32_t __gpuc_cpu_ballot(std::uint32_t mask, bool predicate) noexcept;
std::uint32_t __gpuc_cpu_thread(int axis) noexcept;
std::uint32_t __gpuc_cpu_block(int axis) noexcept;
std::uint32_t __gpuc_cpu_block_dim(int axis) noexcept;
std::uint32_t __gpuc_cpu_grid_dim(int axis) noexcept;
std::uint32_t __gpuc_cpu_lane() noexcept;
void* __gpuc_cpu_shared() noexcept;
void* __gpuc_cpu_dynamic_shared() noexcept;
std::uint32_t __gpuc_cpu_dynamic_shared_size() noexcept;
[[noreturn]] void __gpuc_cpu_report(const void* bundle, std::uint32_t site, std::uint64_t first,
                                    std::uint64_t second) noexcept;
}

namespace {

constexpr std::uint32_t whole_warp = 0xffffffffu;

template <class T>
std::span<T> view_argument(void* const* arguments, std::size_t i) {
  auto* view = static_cast<const slice_object*>(arguments[i]);
  return {static_cast<T*>(const_cast<void*>(view->data)), view->size};
}

std::uint32_t threads_of(const abi::cpu_block& block) {
  return block.block_dim[0] * block.block_dim[1] * block.block_dim[2];
}
std::size_t global_index(const abi::cpu_block& block) {
  return std::size_t{block.block_index[0]} * block.block_dim[0] + block.thread;
}

// Runs one kernel with one view of 32-bit elements.
struct fixture {
  context ctx = context::cpu();
  stream on = ctx.default_stream();
  test_bundle bundle = plain_bundle();
  std::vector<abi::parameter> parameters = {disjoint_slice_of("out", 4)};
  abi::kernel kernel = kernel_of("copy", bundle, parameters);

  std::vector<std::uint32_t> run(abi::cpu_entry entry, bool fibers, std::size_t size, abi::geometry shape) {
    kernel.cpu = entry;
    kernel.fibers = fibers;
    auto out = device_buffer<std::uint32_t>::zeroed(on, size);
    auto view = out.view();
    slice_object object = object_of(view);
    const abi::argument arguments[] = {pack(view, object)};
    shape.domain = kernel.contract.domain;
    abi::launch(abi::prepare(kernel, *ctx.state(), shape), *on.state(), arguments);
    // Without looking at the reports, which the tests want to see thrown.
    std::vector<std::uint32_t> host(size);
    if (size != 0) std::memcpy(host.data(), view.data(), size * sizeof(host[0]));
    return host;
  }
};

abi::geometry shape_1d(std::uint64_t grid, std::uint64_t block, std::uint64_t dynamic_shared = 0) {
  return launch_config_1d{.grid = grid, .block = block, .dynamic_shared = dynamic_shared}.shape();
}

// The number of threads that the executor thinks it may use, for one test.
struct with_threads {
  explicit with_threads(unsigned count) { cpu::set_available_threads(count); }
  ~with_threads() { cpu::set_available_threads(0); }
};

void indices(void* const* arguments, abi::cpu_block* block, std::uint32_t first) {
  auto out = view_argument<std::uint32_t>(arguments, 0);
  for (block->thread = first; block->thread < threads_of(*block); ++block->thread)
    if (std::size_t i = global_index(*block); i < out.size()) out[i] += static_cast<std::uint32_t>(i) + 1;
}

}  // namespace

TEST_CASE_FIXTURE(fixture, "a plain kernel runs every thread of every block once") {
  for (unsigned workers : {1u, 2u, 5u}) {
    with_threads limit(workers);
    for (std::size_t n : {1, 100, 100003}) {
      auto got = run(&indices, false, n, shape_1d((n + 191) / 192, 192));
      bool right = true;
      for (std::size_t i = 0; i < n; ++i) right &= got[i] == i + 1;
      CHECK(right);
    }
  }
}

TEST_CASE_FIXTURE(fixture, "positions in three dimensions") {
  kernel.contract.domain = 3;
  auto entry = [](void* const* arguments, abi::cpu_block* block, std::uint32_t first) {
    auto out = view_argument<std::uint32_t>(arguments, 0);
    for (block->thread = first; block->thread < threads_of(*block); ++block->thread) {
      std::uint32_t place[3], extent[3];
      for (int axis = 0; axis < 3; ++axis) {
        place[axis] = __gpuc_cpu_block(axis) * __gpuc_cpu_block_dim(axis) + __gpuc_cpu_thread(axis);
        extent[axis] = __gpuc_cpu_grid_dim(axis) * __gpuc_cpu_block_dim(axis);
      }
      out[place[0] + extent[0] * (place[1] + std::size_t{extent[1]} * place[2])] += 1 + __gpuc_cpu_lane();
    }
  };
  auto got = run(entry, false, 4 * 3 * 2 * 5 * 6 * 7, launch_config_3d{.grid = {4, 3, 2}, .block = {5, 6, 7}}.shape());
  std::uint64_t sum = 0;
  for (std::uint32_t value : got) {
    CHECK(value >= 1);
    sum += value;
  }
  std::uint64_t per_block = 0;
  for (std::uint32_t t = 0; t < 210; ++t) per_block += 1 + t % 32;
  CHECK(sum == 24 * per_block);
}

TEST_CASE_FIXTURE(fixture, "blocks are shared by several threads of the machine and started in ascending order") {
  with_threads limit(3);
  static std::mutex mutex;
  static std::set<std::thread::id> ids;
  static std::atomic<std::uint32_t> started;
  ids.clear();
  started = 0;
  // A block that waits for the one before it: right only if lower blocks are started first.
  auto entry = [](void* const* arguments, abi::cpu_block* block, std::uint32_t) {
    {
      std::lock_guard lock(mutex);
      ids.insert(std::this_thread::get_id());
    }
    auto out = view_argument<std::uint32_t>(arguments, 0);
    std::uint32_t b = block->block_index[0];
    // The first block waits until another thread came, so that this does not depend on who is quick.
    while (b == 0 && started.load() == 0) std::this_thread::yield();
    if (b != 0) started.fetch_add(1);
    if (b != 0)
      while (std::atomic_ref(out[b - 1]).load() == 0) std::this_thread::yield();
    std::atomic_ref(out[b]).store(b + 1);
  };
  auto got = run(entry, false, 64, shape_1d(64, 1));
  for (std::uint32_t b = 0; b < 64; ++b) CHECK(got[b] == b + 1);
  CHECK(ids.size() >= 2);
  CHECK(ids.size() <= 3);
}

TEST_CASE("launches from several threads at once") {
  with_threads limit(3);
  std::vector<std::thread> launchers;
  std::atomic<int> right{0};
  for (int t = 0; t < 4; ++t)
    launchers.emplace_back([&] {
      fixture mine;
      for (int repeat = 0; repeat < 20; ++repeat) {
        auto got = mine.run(&indices, false, 5000, shape_1d(20, 256));
        right += got[4999] == 5000 && got[0] == 1;
      }
    });
  for (std::thread& launcher : launchers) launcher.join();
  CHECK(right == 80);
}

TEST_CASE_FIXTURE(fixture, "barriers: every thread sees what the others wrote before") {
  kernel.static_shared = 256 * 4;
  auto entry = [](void* const* arguments, abi::cpu_block* block, std::uint32_t) {
    auto out = view_argument<std::uint32_t>(arguments, 0);
    auto* buffer = static_cast<std::uint32_t*>(block->shared);
    std::uint32_t t = block->thread, n = block->block_dim[0];
    std::size_t i = global_index(*block);
    buffer[t] = t;
    for (std::uint32_t step = 0; step < 10; ++step) {
      __gpuc_cpu_block_sync();
      std::uint32_t next = buffer[(t + 1) % n];
      __gpuc_cpu_block_sync();
      buffer[t] = next;
    }
    out[i] = buffer[t];
  };
  for (unsigned workers : {1u, 3u}) {
    with_threads limit(workers);
    for (std::uint32_t block : {1u, 33u, 256u}) {
      auto got = run(entry, true, 7 * block, shape_1d(7, block));
      for (std::size_t i = 0; i < got.size(); ++i) CHECK(got[i] == (i + 10) % block);
    }
  }
}

TEST_CASE_FIXTURE(fixture, "threads that left do not hold a barrier, even as the last to move") {
  auto entry = [](void* const* arguments, abi::cpu_block* block, std::uint32_t) {
    auto out = view_argument<std::uint32_t>(arguments, 0);
    std::uint32_t t = block->thread;
    if (t % 2 == 1) return;
    if (t == 0) out[0] = 5;
    __gpuc_cpu_block_sync();
    if (t != 0) out[t] = out[0] + t;
  };
  auto got = run(entry, true, 64, shape_1d(1, 64));
  for (std::uint32_t t = 2; t < 64; t += 2) CHECK(got[t] == 5 + t);
  CHECK(got[63] == 0);
}

TEST_CASE_FIXTURE(fixture, "shared memory starts as poison in every block, dynamic shared memory too") {
  kernel.static_shared = 100;
  auto entry = [](void* const* arguments, abi::cpu_block* block, std::uint32_t first) {
    auto out = view_argument<std::uint32_t>(arguments, 0);
    for (block->thread = first; block->thread < threads_of(*block); ++block->thread) {
      auto* fixed = static_cast<std::uint32_t*>(__gpuc_cpu_shared());
      auto* dynamic = static_cast<std::uint32_t*>(__gpuc_cpu_dynamic_shared());
      bool good = fixed[24] == 0xDBDBDBDB && dynamic[255] == 0xDBDBDBDB && __gpuc_cpu_dynamic_shared_size() == 1024 &&
                  reinterpret_cast<std::uintptr_t>(fixed) % 128 == 0 &&
                  reinterpret_cast<std::uintptr_t>(dynamic) % 16 == 0;
      out[block->block_index[0]] = good ? 1 : 2;
      fixed[24] = dynamic[255] = 7;
    }
  };
  auto got = run(entry, false, 8, shape_1d(8, 1, 1024));
  CHECK(got == std::vector<std::uint32_t>(8, 1));
}

TEST_CASE_FIXTURE(fixture, "shuffles have PTX's meaning") {
  auto entry = [](void* const* arguments, abi::cpu_block* block, std::uint32_t) {
    auto out = view_argument<std::uint32_t>(arguments, 0);
    std::uint32_t lane = __gpuc_cpu_lane(), value = 100 + lane;
    std::uint32_t* mine = &out[block->thread * 8];
    mine[0] = __gpuc_cpu_shuffle(whole_warp, value, 5, 0);
    mine[1] = __gpuc_cpu_shuffle(whole_warp, value, 37, 0);  // as lane 5: only five bits count
    mine[2] = __gpuc_cpu_shuffle(whole_warp, value, 3, 1);
    mine[3] = __gpuc_cpu_shuffle(whole_warp, value, 4, 2);
    mine[4] = __gpuc_cpu_shuffle(whole_warp, value, 4, 3);
    mine[5] = __gpuc_cpu_ballot(whole_warp, lane % 3 == 0);
    mine[6] = __gpuc_cpu_shuffle(0x0000ffffu << (lane / 16 * 16), value, lane / 16 * 16, 0);  // halves on their own
    __gpuc_cpu_warp_sync(whole_warp);
  };
  auto got = run(entry, true, 64 * 8, shape_1d(1, 64));
  std::uint32_t ballot = 0;
  for (std::uint32_t lane = 0; lane < 32; lane += 3) ballot |= 1u << lane;
  for (std::uint32_t t = 0; t < 64; ++t) {
    std::uint32_t lane = t % 32;
    const std::uint32_t* mine = &got[t * 8];
    CAPTURE(t);
    CHECK(mine[0] == 105);
    CHECK(mine[1] == 105);
    CHECK(mine[2] == 100 + (lane ^ 3));
    CHECK(mine[3] == 100 + (lane >= 4 ? lane - 4 : lane));
    CHECK(mine[4] == 100 + (lane + 4 < 32 ? lane + 4 : lane));
    CHECK(mine[5] == ballot);
    CHECK(mine[6] == 100 + lane / 16 * 16);
  }
}

TEST_CASE_FIXTURE(fixture, "lanes that left yield zero and are not waited for") {
  auto entry = [](void* const* arguments, abi::cpu_block* block, std::uint32_t) {
    auto out = view_argument<std::uint32_t>(arguments, 0);
    std::uint32_t lane = __gpuc_cpu_lane();
    if (lane == 7) return;
    out[block->thread * 2] = __gpuc_cpu_shuffle(whole_warp, 50 + lane, 7, 0);
    out[block->thread * 2 + 1] = __gpuc_cpu_ballot(whole_warp, true);
  };
  // 40 threads: the second warp has 8 lanes, of which one leaves.
  auto got = run(entry, true, 80, shape_1d(1, 40));
  for (std::uint32_t t = 0; t < 40; ++t) {
    if (t % 32 == 7) continue;
    CHECK(got[t * 2] == 0);
    CHECK(got[t * 2 + 1] == (t < 32 ? 0xffffff7fu : 0x7fu));
  }
}

TEST_CASE_FIXTURE(fixture, "a reduction with shuffles, shared memory and a barrier") {
  kernel.static_shared = 8 * 4;
  auto entry = [](void* const* arguments, abi::cpu_block* block, std::uint32_t) {
    auto out = view_argument<std::uint32_t>(arguments, 0);
    auto* per_warp = static_cast<std::uint32_t*>(block->shared);
    std::uint32_t t = block->thread, value = block->block_index[0] * 1000 + t;
    for (std::uint32_t delta = 16; delta != 0; delta /= 2) value += __gpuc_cpu_shuffle(whole_warp, value, delta, 3);
    if (__gpuc_cpu_lane() == 0) per_warp[t / 32] = value;
    __gpuc_cpu_block_sync();
    if (t == 0) out[block->block_index[0]] = std::accumulate(per_warp, per_warp + 8, 0u);
  };
  with_threads limit(2);
  auto got = run(entry, true, 50, shape_1d(50, 256));
  for (std::uint32_t b = 0; b < 50; ++b) CHECK(got[b] == b * 256000 + 255 * 256 / 2);
}

TEST_CASE_FIXTURE(fixture, "more than 2^31 and 2^32 elements: every block is run, with its own index") {
  static std::atomic<std::uint64_t> blocks, sum;
  auto entry = [](void* const*, abi::cpu_block* block, std::uint32_t) {
    blocks.fetch_add(1, std::memory_order_relaxed);
    sum.fetch_add(block->block_index[0] + std::uint64_t{block->block_index[1]} * block->grid_dim[0],
                  std::memory_order_relaxed);
    block->thread = block->block_dim[0];
  };
  for (std::uint64_t elements : {(1ull << 31) + 5, (1ull << 32) + 5}) {
    blocks = sum = 0;
    run(entry, false, 1, covering(elements, 1024).shape());
    std::uint64_t wanted = elements / 1024 + 1;
    CHECK(blocks == wanted);
    CHECK(sum == wanted * (wanted - 1) / 2);
  }
}

TEST_CASE_FIXTURE(fixture, "a cooperative launch: every block sees what the others wrote before") {
  kernel.contract.cooperative = 1;
  kernel.static_shared = 4;
  auto entry = [](void* const* arguments, abi::cpu_block* block, std::uint32_t) {
    auto out = view_argument<std::uint32_t>(arguments, 0);
    std::size_t i = global_index(*block), n = out.size();
    auto* shared = static_cast<std::uint32_t*>(block->shared);
    out[i] = static_cast<std::uint32_t>(i);
    if (block->thread == 0) *shared = block->block_index[0];
    __gpuc_cpu_block_sync();
    for (int step = 0; step < 5; ++step) {
      __gpuc_cpu_grid_sync();
      std::uint32_t next = out[(i + 37) % n];
      __gpuc_cpu_grid_sync();
      out[i] = next;
    }
    __gpuc_cpu_block_sync();
    if (*shared != __gpuc_cpu_block(0)) out[i] = 0xffffffff;  // each block has memory of its own
  };
  auto got = run(entry, true, 12 * 40, shape_1d(12, 40));
  bool right = true;
  for (std::size_t i = 0; i < got.size(); ++i) right &= got[i] == (i + 5 * 37) % got.size();
  CHECK(right);
  CHECK_NOTHROW(on.synchronize());
}

TEST_CASE_FIXTURE(fixture, "a thread that faulted ends a cooperative launch, one that left is reported") {
  static const void* sites = nullptr;
  sites = bundle.address();
  kernel.contract.cooperative = 1;
  auto faulting = [](void* const* arguments, abi::cpu_block* block, std::uint32_t) {
    auto out = view_argument<std::uint32_t>(arguments, 0);
    std::size_t i = global_index(*block);
    out[i] = 1;
    if (i == 41) __gpuc_cpu_report(sites, 0, i, 9);
    __gpuc_cpu_grid_sync();
    out[i] = 2;
  };
  auto got = run(faulting, true, 64, shape_1d(2, 32));
  CHECK(got == std::vector<std::uint32_t>(64, 1));
  check_thrown<device_error>(errc::out_of_range, "GPUC0602", {"index 41", "block (1,0,0), thread (9,0,0)"},
                             [&] { on.synchronize(); });
  auto leaving = [](void* const* arguments, abi::cpu_block* block, std::uint32_t) {
    auto out = view_argument<std::uint32_t>(arguments, 0);
    if (block->block_index[0] == 1 && block->thread >= 30) return;
    __gpuc_cpu_grid_sync();
    out[global_index(*block)] = 2;
  };
  got = run(leaving, true, 64, shape_1d(2, 32));
  CHECK(got == std::vector<std::uint32_t>(64, 0));
  check_thrown<device_error>(errc::divergent_barrier, "GPUC0602", {"62 of 64"}, [&] { on.synchronize(); });
}

TEST_CASE_FIXTURE(fixture, "dynamic shared memory has the alignment that the contract asks for") {
  kernel.static_shared = 100;
  kernel.contract.dynamic_shared_align = 1024;
  auto entry = [](void* const* arguments, abi::cpu_block* block, std::uint32_t) {
    auto out = view_argument<std::uint32_t>(arguments, 0);
    out[block->block_index[0]] = reinterpret_cast<std::uintptr_t>(__gpuc_cpu_dynamic_shared()) % 1024 == 0;
    block->thread = block->block_dim[0];
  };
  CHECK(run(entry, false, 8, shape_1d(8, 1, 64)) == std::vector<std::uint32_t>(8, 1));
}

TEST_CASE_FIXTURE(fixture, "a fault ends its thread only, and the first one is reported") {
  // The bundle is the kernel's; a lambda without captures finds it here.
  static const void* sites = nullptr;
  sites = bundle.address();
  auto faulting = [](void* const* arguments, abi::cpu_block* block, std::uint32_t first) {
    auto out = view_argument<std::uint32_t>(arguments, 0);
    for (block->thread = first; block->thread < threads_of(*block); ++block->thread) {
      std::size_t i = global_index(*block);
      if (i >= out.size()) continue;
      if (i % 10 == 9) __gpuc_cpu_report(sites, 0, i, 9);
      out[i] = 1;
    }
  };
  with_threads limit(1);
  auto got = run(faulting, false, 1000, shape_1d(4, 256));
  for (std::size_t i = 0; i < got.size(); ++i) CHECK(got[i] == (i % 10 != 9));
  check_thrown<device_error>(errc::out_of_range, "GPUC0602",
                             {"copy: src/main.cpp:17: index 9 is out of range, size 9 (block (0,0,0), thread (9,0,0))"},
                             [&] { on.synchronize(); });
  CHECK_NOTHROW(on.synchronize());
  CHECK(run(&indices, false, 10, shape_1d(1, 32))[9] == 10);  // the context goes on working
}

TEST_CASE_FIXTURE(fixture, "a fault in a kernel with barriers: the others pass") {
  static const void* sites = nullptr;
  sites = bundle.address();
  auto entry = [](void* const* arguments, abi::cpu_block* block, std::uint32_t) {
    auto out = view_argument<std::uint32_t>(arguments, 0);
    if (block->thread == 3) __gpuc_cpu_report(sites, 3, 0, 0);
    std::uint32_t votes = __gpuc_cpu_ballot(whole_warp, true);
    __gpuc_cpu_block_sync();
    out[block->thread] = votes;
  };
  auto got = run(entry, true, 64, shape_1d(1, 64));
  CHECK(got[0] == 0xfffffff7u);
  CHECK(got[3] == 0);
  CHECK(got[40] == 0xffffffffu);
  // A site that several kernels share has no kernel; the CPU executor knows it all the same.
  check_thrown<device_error>(errc::trap, "GPUC0602", {"copy: src/shared.hpp:4: trap", "thread (3,0,0)"},
                             [&] { on.synchronize(); });
}

TEST_CASE_FIXTURE(fixture, "threads that wait for each other for ever are reported, not waited for") {
  auto barrier_and_vote = [](void* const* arguments, abi::cpu_block* block, std::uint32_t) {
    auto out = view_argument<std::uint32_t>(arguments, 0);
    out[block->thread] = 1;
    if (block->thread < 20)
      __gpuc_cpu_block_sync();
    else
      __gpuc_cpu_ballot(whole_warp, true);
    out[block->thread] = 2;
  };
  auto got = run(barrier_and_vote, true, 32, shape_1d(1, 32));
  CHECK(got == std::vector<std::uint32_t>(32, 1));
  check_thrown<device_error>(errc::divergent_barrier, "GPUC0602", {"copy: src/main.cpp:30", "20 of 32"},
                             [&] { on.synchronize(); });

  auto two_shuffles = [](void* const*, abi::cpu_block* block, std::uint32_t) {
    __gpuc_cpu_shuffle(whole_warp, 1, 1, block->thread % 2 == 0 ? 1 : 2);
  };
  run(two_shuffles, true, 0, shape_1d(3, 32));
  check_thrown<device_error>(errc::divergent_barrier, "GPUC0602", {"32 of 32"}, [&] { on.synchronize(); });
  CHECK_NOTHROW(on.synchronize());
  CHECK(run(&indices, false, 10, shape_1d(1, 32))[9] == 10);
}

TEST_CASE_FIXTURE(fixture, "kernels round as a process starts, whatever the caller set") {
  auto entry = [](void* const* arguments, abi::cpu_block* block, std::uint32_t first) {
    block->thread = first;
    view_argument<std::uint32_t>(arguments, 0)[0] = _mm_getcsr();
  };
  unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);  // flush to zero, denormals are zero
  auto plain = run(entry, false, 1, shape_1d(1, 1)), fibers = run(entry, true, 1, shape_1d(1, 1));
  CHECK((_mm_getcsr() & 0x8040) == 0x8040);
  _mm_setcsr(before);
  CHECK((plain[0] & ~0x3fu) == 0x1f80);
  CHECK((fibers[0] & ~0x3fu) == 0x1f80);
}

TEST_CASE_FIXTURE(fixture, "a view of nothing and a grid of many empty blocks") {
  CHECK(run(&indices, false, 0, shape_1d(1000, 1024)).empty());
}
