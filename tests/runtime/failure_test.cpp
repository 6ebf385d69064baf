// Each call of the driver fails once: the error names it, nothing is left behind, and the next try works.

#include "gpuc/abi/launch.h"
#include "gpuc/context.hpp"
#include "gpuc/device_buffer.hpp"
#include "gpuc/error.hpp"
#include "gpuc/launch_config.hpp"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/test_program.h"

#include <doctest/doctest.h>

#include <set>

using namespace gpuc;
using namespace gpuc::testing;

namespace {

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
  CHECK_THROWS_AS(on.synchronize(), device_error);
  static_cast<void>(c.to_host(on));  // not in a CHECK, which would keep what it throws
  CHECK_THROWS_AS(device_buffer<char>::zeroed(on, std::size_t{1} << 30), out_of_memory);
}

// What a failure of these may do: nothing but be survived, since there is nobody to tell or another way to go.
const std::set<std::string> survived = {"cuDeviceGetName",  // the GPU is called by its number
                                        "cuMemGetInfo",     // the message has no figures
                                        "cuCtxPopCurrent", "cuDevicePrimaryCtxRelease",
                                        "cuEventDestroy",  "cuMemFree",
                                        "cuMemFreeAsync",  "cuMemFreeHost",
                                        "cuModuleUnload",  "cuStreamDestroy"};

// For the message's sake alone, and covered by its own test below.
const std::set<std::string> elsewhere = {"cuGetErrorName"};

}  // namespace

TEST_CASE("every driver call fails once") {
  for (const std::string& call : driver_calls()) {
    if (elsewhere.contains(call)) continue;
    CAPTURE(call);
    bool happened = false;
    for (bool pools : {true, false}) {
      fake_driver fake;
      whole_program(fake, pools);
      REQUIRE(fake.total_live() == 0);
      if (fake.calls_of(call) == 0) continue;

      fake.fail_once(call, driver::unknown);
      bool threw = false;
      try {
        whole_program(fake, pools);
      } catch (const error& e) {
        threw = true;
        INFO(e.what());
        CHECK(std::string_view(e.what()).find(call) != std::string_view::npos);
        CHECK(std::string_view(e.what()).find("CUDA_ERROR_UNKNOWN") != std::string_view::npos);
      }
      CHECK(fake.failure_happened(call));
      CHECK(threw == !survived.contains(call));
      CHECK(fake.total_live() == 0);
      happened = true;
      CHECK_NOTHROW(whole_program(fake, pools));
      CHECK(fake.total_live() == 0);
    }
    CHECK(happened);
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
