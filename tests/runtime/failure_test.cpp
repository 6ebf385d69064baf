// Each call of the driver fails once: the error names it, nothing is left behind, and the next try works.

#include "gpuc/abi/launch.h"
#include "gpuc/context.hpp"
#include "gpuc/copy.hpp"
#include "gpuc/device_buffer.hpp"
#include "gpuc/error.hpp"
#include "gpuc/event.hpp"
#include "gpuc/graph.hpp"
#include "gpuc/launch_config.hpp"
#include "gpuc/memory_pool.hpp"
#include "gpuc/pinned_buffer.hpp"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/test_program.h"

#include <doctest/doctest.h>

#include <functional>
#include <set>

using namespace gpuc;
using namespace gpuc::testing;

namespace {

// `work` must throw E, unless a driver call fails on the way. Not doctest's, which would keep what is thrown.
template <class E, class F>
void must_throw(F work) {
  bool threw = false;
  try {
    work();
  } catch (const driver_error&) {
    throw;
  } catch (const E&) {
    threw = true;
  }
  CHECK(threw);
}

// A program that makes every call of driver_table.def. `pools` chooses between the two ways to allocate.
void whole_program(fake_driver& fake, bool pools) {
  fake.gpus[0].pools = pools;
  fake.gpus[0].memory = 1 << 20;
  test_bundle bundle = plain_bundle();
  std::vector<abi::parameter> parameters = {slice_of("a", 4), disjoint_slice_of("c", 4)};
  auto kernel = kernel_of("copy", bundle, parameters);
  auto together = kernel_of("copy", bundle, parameters);
  together.contract.cooperative = 1;

  context ctx;
  driver::context mine = nullptr;
  fake.library.calls->cuCtxSetCurrent.function(reinterpret_cast<driver::context>(std::uintptr_t{4711}));
  auto on = ctx.default_stream();  // from here on with another context current: pushed and popped
  auto second = ctx.new_stream();
  fake.library.calls->cuCtxSetCurrent.function(mine);

  std::vector<float> host(100, 1.0f);
  auto a = device_buffer<float>::from_host(on, host);
  auto c = device_buffer<float>::zeroed(on, 100);
  auto pairs = device_buffer<std::uint16_t>::filled(on, 100, 0x1234);
  auto words = device_buffer<float>::filled(on, 100, 1.5f);
  auto wide = device_buffer<double>::filled(on, 10000, 1.1);
  abi::load(kernel, *ctx.state());
  auto token = abi::prepare(kernel, *ctx.state(), launch_config_1d{.block = 32, .dynamic_shared = 100000}.shape());
  slice_object a_object = object_of(a.view()), c_object = object_of(c.view());
  const abi::argument arguments[] = {pack(a.view(), a_object), pack(c.view(), c_object)};
  abi::launch(token, *second.state(), arguments);
  abi::launch(abi::prepare(together, *ctx.state(), launch_config_1d{.grid = 2, .block = 32}.shape()), *on.state(),
              arguments);
  ctx.synchronize();

  abi::report_slot& slot = fake.last_slot();
  slot.claimed = 1;
  *reinterpret_cast<abi::report_record*>(slot.record) = {1, 0, {5, 5}, {}, {}};
  must_throw<device_error>([&] { on.synchronize(); });
  static_cast<void>(c.to_host(on));
  must_throw<out_of_memory>([&] { static_cast<void>(device_buffer<char>::zeroed(on, std::size_t{1} << 30)); });
}

// The rest of the table: what programs with several streams, devices and graphs call.
void streams_and_graph(fake_driver& fake) {
  fake.gpus.resize(2);
  context ctx, other(1);
  auto on = ctx.default_stream();
  auto second = on.fork();
  event start(ctx), stop(ctx);
  start.record(on);
  second.wait(start);
  pinned_buffer<float> host(ctx, 100);
  auto a = device_buffer<float>::from_host_async(second, host.view());
  auto b = device_buffer<float>::zeroed(on, 100);
  auto far = device_buffer<float>::zeroed(other.default_stream(), 100);
  copy(on, b, a);
  copy(on, far.view(), b);
  stop.record(on);
  static_cast<void>(stop.is_done());
  static_cast<void>(stop.milliseconds_since(start));
  int called = 0;
  on.call([&] { ++called; });
  static_cast<void>(on.is_done());
  {
    graph made = graph::capture(on, [&](stream& captured) {
      auto branch = captured.fork();
      b.copy_from_host_async(branch, host.view());
      auto wide = device_buffer<double>::filled(captured, 10000, 1.1);
      captured.call([&] { ++called; });
    });
    made.launch(second);
    bool same = made.update(on, [&](stream& captured) {
      auto branch = captured.fork();
      a.copy_from_host_async(branch, host.view());
      auto wide = device_buffer<double>::filled(captured, 10000, 2.2);
      captured.call([&] { ++called; });
    });
    CHECK(same);
    same = made.update(second, [&](stream& captured) { b.to_host_async(captured, host.view()); });
    CHECK(!same);
    made.launch(on);
  }
  must_throw<error>([&] { graph::capture(on, [&](stream& captured) { captured.synchronize(); }); });
  host.synchronize();
  memory_pool memory = ctx.memory();
  memory.set_kept(1 << 20);
  memory.trim();
  std::size_t reserved = memory.reserved();
  CHECK(reserved >= memory.used());
  on.synchronize();
  CHECK(called == 2);
}

// What a failure of these may do: nothing but be survived, since there is nobody to tell or another way to go.
const std::set<std::string> survived = {
    "cuDeviceGetName",  // the GPU is called by its number
    "cuMemGetInfo",     // the message has no figures
    "cuCtxPopCurrent", "cuDevicePrimaryCtxRelease", "cuEventDestroy", "cuMemFree",     "cuMemPoolDestroy",
    "cuGraphDestroy",  "cuGraphExecDestroy",        "cuMemFreeAsync", "cuMemFreeHost", "cuModuleUnload",
    "cuStreamDestroy"};

// For the message's sake alone, and covered by its own test below.
const std::set<std::string> elsewhere = {"cuGetErrorName"};

// Where one of these fails on the way to freeing something, it is not certain that the device is done with it, and it
// is better lost than given to somebody else.
const std::set<std::string> may_lose = {"cuStreamSynchronize", "cuEventSynchronize", "cuCtxGetCurrent",
                                        "cuCtxSetCurrent", "cuCtxPushCurrent"};

// Runs `program` with the call that follows `skipped` others of its name failing; whether it threw.
bool fails(const std::function<void(fake_driver&)>& program, const std::string& call, int skipped) {
  CAPTURE(skipped);
  fake_driver fake;
  fake.fail_once(call, driver::unknown, skipped);
  bool threw = false;
  try {
    program(fake);
  } catch (const error& e) {
    threw = true;
    INFO(e.what());
    CHECK(std::string_view(e.what()).find(call) != std::string_view::npos);
    CHECK(std::string_view(e.what()).find("CUDA_ERROR_UNKNOWN") != std::string_view::npos);
  }
  CHECK(fake.failure_happened(call));
  CHECK(fake.total_live() <= (may_lose.contains(call) ? 1 : 0));
  CHECK(fake.calls_in_host_calls == 0);
  if (survived.contains(call)) CHECK(!threw);
  return threw;
}

}  // namespace

TEST_CASE("every driver call fails once") {
  const std::function<void(fake_driver&)> programs[] = {[](fake_driver& fake) { whole_program(fake, true); },
                                                        [](fake_driver& fake) { whole_program(fake, false); },
                                                        streams_and_graph};
  for (const std::string& call : driver_calls()) {
    if (elsewhere.contains(call)) continue;
    CAPTURE(call);
    int happened = 0, threw = 0;
    for (const auto& program : programs) {
      int calls = 0;
      {
        fake_driver fake;
        program(fake);
        REQUIRE(fake.total_live() == 0);
        calls = fake.calls_of(call);
      }
      for (int skipped = 0; skipped < calls; ++skipped, ++happened) threw += fails(program, call, skipped);
    }
    CHECK(happened != 0);
    CHECK((threw != 0) == !survived.contains(call));
  }
}

TEST_CASE("a result that gpuc has no words for is named by the driver, or by its number") {
  fake_driver fake;
  CHECK(driver::result_name(static_cast<driver::result>(911)) == "CUDA_ERROR_EXTERNAL_DEVICE");
  CHECK(driver::result_name(static_cast<driver::result>(12345)) == "CUresult 12345");
  fake.fail_once("cuGetErrorName", driver::unknown);
  CHECK(driver::result_name(static_cast<driver::result>(911)) == "CUresult 911");
}

TEST_CASE("driver versions and the PTX they take") {
  CHECK(driver::version_text(12040) == "12.4");
  CHECK(driver::version_text(13000) == "13.0");
  CHECK(driver::newest_ptx(12000) == 80);
  CHECK(driver::newest_ptx(12050) == 85);
  CHECK(driver::newest_ptx(12060) == 85);
  CHECK(driver::newest_ptx(13000) == 90);
  CHECK(driver::newest_ptx(99990) == 0);
}
