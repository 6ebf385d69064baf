// Pinned memory and the copies that do not wait, copies between devices, and the memory that a context may have.

#include "gpuc/context.hpp"
#include "gpuc/copy.hpp"
#include "gpuc/device_buffer.hpp"
#include "gpuc/memory_pool.hpp"
#include "gpuc/pinned_buffer.hpp"
#include "gpuc/tile/tensor.hpp"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/thrown.h"

#include <numeric>

using namespace gpuc;
using namespace gpuc::testing;

namespace {

void round_trip(const context& ctx) {
  auto on = ctx.new_stream();
  pinned_buffer<int> host(ctx, 100);
  CHECK(host.size() == 100);
  CHECK(std::accumulate(host.begin(), host.end(), 0) == 0);
  std::iota(host.begin(), host.end(), 0);
  auto buffer = device_buffer<int>::from_host_async(on, host.view(10, 20));
  pinned_buffer<int> back(ctx, 30);
  buffer.to_host_async(on, back.view(5, 20));
  on.synchronize();
  CHECK(back[4] == 0);
  CHECK(back[5] == 10);
  CHECK(back[24] == 29);
  buffer.copy_from_host_async(on, host.view(50, 20));
  CHECK(buffer.to_host(on)[19] == 69);
  buffer.copy_from_host(on, std::vector<int>(20, 3));
  CHECK(buffer.to_host(on)[19] == 3);

  check_thrown<error>(errc::size_mismatch, "GPUC0605", {"19", "20"},
                      [&] { buffer.to_host_async(on, back.view(0, 19)); });
  check_thrown<error>(errc::size_mismatch, "GPUC0605", {"101"}, [&] { static_cast<void>(host.view(0, 101)); });
  pinned_buffer<int> moved = std::move(host);
  CHECK(host.size() == 0);
  check_thrown<error>(errc::invalid_argument, "GPUC0222", {"pinned buffer", "moved"},
                      [&] { static_cast<void>(device_buffer<int>::from_host_async(on, host.view())); });
  CHECK(moved[99] == 99);
  pinned_buffer<int> nothing(ctx, 0);
  CHECK(device_buffer<int>::from_host_async(on, nothing.view()).size() == 0);
}

}  // namespace

TEST_CASE("pinned buffers on both executors") {
  {
    fake_driver fake;
    round_trip(context());
    CHECK(fake.total_live() == 0);
  }
  round_trip(context::cpu());
}

TEST_CASE("a pinned buffer that dies waits for its copies and for nothing else") {
  fake_driver fake;
  context ctx;
  auto a = ctx.new_stream(), b = ctx.new_stream();
  auto buffer = device_buffer<int>::zeroed(a, 10);
  {
    pinned_buffer<int> host(ctx, 10), unused(ctx, 10);
    buffer.copy_from_host_async(a, host.view());
    buffer.copy_from_host_async(a, host.view());
    buffer.copy_from_host_async(b, host.view());
    fake.log.clear();
  }
  CHECK(fake.calls_of("cuEventSynchronize") == 2);  // one for each stream
  CHECK(fake.calls_of("cuStreamSynchronize") == 0);
  CHECK(fake.calls_of("cuMemFreeHost") == 2);

  // Where the wait fails the memory is lost rather than given to somebody else.
  {
    pinned_buffer<int> host(ctx, 10);
    buffer.copy_from_host_async(a, host.view());
    fake.log.clear();
    fake.fail_once("cuEventSynchronize", driver::unknown);
  }
  CHECK(fake.calls_of("cuMemFreeHost") == 0);
}

TEST_CASE("no page-locked memory left") {
  fake_driver fake;
  fake.host_memory = 1000;
  context ctx;
  CHECK_NOTHROW(pinned_buffer<char>(ctx, 1000));
  check_thrown<out_of_memory>(errc::out_of_memory, "GPUC0604", {"1001 bytes of page-locked host memory"},
                              [&] { pinned_buffer<char>(ctx, 1001); });
  check_thrown<out_of_memory>(errc::out_of_memory, "GPUC0604", {"more than a machine can address"},
                              [&] { pinned_buffer<int>(ctx, ~std::size_t{0} / 2); });
}

TEST_CASE("copies within a device, between two, and between kinds of device") {
  fake_driver fake;
  fake.gpus.resize(2);
  context first(0), second(1), cpu = context::cpu();
  auto on = first.new_stream();
  auto a = device_buffer<int>::filled(on, 10, 1), b = device_buffer<int>::zeroed(on, 10);
  copy(on, b, a);
  CHECK(b.to_host(on) == std::vector<int>(10, 1));
  auto [low, high] = a.split_at(5);
  copy(on, low, b.view(5, 5));
  check_thrown<error>(errc::overlapping_arguments, "GPUC0601", {"share memory", "6 elements"},
                      [&] { copy(on, a.view(0, 6), a.view(4, 6)); });
  check_thrown<error>(errc::size_mismatch, "GPUC0605", {"5", "10"}, [&] { copy(on, low, b); });

  auto far = second.new_stream();
  auto c = device_buffer<int>::filled(far, 10, 3);
  fake.log.clear();
  copy(on, b, c);
  CHECK(fake.calls_of("cuMemcpyPeerAsync 1000 1001") == 1);
  CHECK(fake.calls_of("cuStreamWaitEvent") == 1);  // for what the other device's stream was given
  CHECK(b.to_host(on) == std::vector<int>(10, 3));
  copy(far, b.view(0, 2), c.view(0, 2));
  check_thrown<error>(errc::context_mismatch, "GPUC0601", {"use a stream of one of the two"},
                      [&] { copy(cpu.default_stream(), b, c); });

  auto host = device_buffer<int>::filled(cpu.default_stream(), 10, 9);
  copy(on, b, host);
  CHECK(b.to_host(on) == std::vector<int>(10, 9));
  copy(far, host, c);
  CHECK(host.to_host(cpu.default_stream()) == std::vector<int>(10, 3));
  check_thrown<error>(errc::context_mismatch, "GPUC0601", {"use a stream of the GPU's context"},
                      [&] { copy(cpu.default_stream(), host, c); });
  pinned_buffer<int> pinned(cpu, 10);
  check_thrown<error>(errc::context_mismatch, "GPUC0601", {"another kind of device"},
                      [&] { c.to_host_async(far, pinned.view()); });

  device_buffer<int> gone = std::move(a);
  check_thrown<error>(errc::invalid_argument, "GPUC0222", {"moved"}, [&] { copy(on, b, a); });
}

TEST_CASE("a limit on the memory of a context") {
  for (bool gpu : {true, false}) {
    fake_driver fake;
    context ctx = gpu ? context() : context::cpu();
    auto on = ctx.default_stream();
    memory_pool memory = ctx.memory();
    CHECK(memory.limit() == memory_pool::unlimited);
    CHECK(memory.used() == 0);
    auto a = device_buffer<char>::zeroed(on, 600);
    CHECK(memory.used() == 600);
    CHECK(memory.reserved() >= 600);
    memory.set_limit(1000);
    check_thrown<out_of_memory>(errc::out_of_memory, "GPUC0604", {"401 bytes", "400 are left of the limit of 1000"},
                                [&] { static_cast<void>(device_buffer<char>::zeroed(on, 401)); });
    try {
      static_cast<void>(device_buffer<char>::zeroed(on, 401));
    } catch (const out_of_memory& e) {
      CHECK(e.requested() == 401);
      CHECK(e.available() == 400);
      CHECK(e.total() == 1000);
    }
    CHECK(a.to_host(on) == std::vector<char>(600));
    {
      auto b = device_buffer<char>::zeroed(on, 400);
    }
    auto c = tensor<float>::from_host(std::vector<float>(100), {100});
    CHECK(memory.used() == 600);  // a tensor has none before its first use
    CHECK(c.to_host().sync_on(on).size() == 100);
    CHECK(memory.used() == 1000);
    memory.set_limit(10);
    CHECK(memory.used() == 1000);
    memory.set_kept(0);
    memory.trim(4096);
    if (gpu) CHECK(fake.calls_of("cuMemPoolSetAttribute 0") == 1);
    if (gpu) CHECK(fake.calls_of("cuMemPoolTrimTo 4096") == 1);
  }
}
