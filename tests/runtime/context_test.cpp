// Which device a program gets on which machine.

#include "gpuc/context.hpp"
#include "gpuc/device_buffer.hpp"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/thrown.h"

#include <thread>

using namespace gpuc;
using namespace gpuc::testing;

namespace {

// A machine without NVIDIA's driver and without a GPU.
void remove_driver(fake_driver& fake) {
  fake.library = {.calls = nullptr, .found = false, .problem = "libcuda.so.1: cannot open shared object file"};
  fake.gpu_trace = "";
}

}  // namespace

TEST_CASE("the first usable GPU is the default") {
  fake_driver fake;
  fake.gpus = {{.name = "Old", .major = 7, .minor = 5}, {.name = "Fake H200"}};
  {
    context ctx;
    CHECK_FALSE(ctx.is_cpu());
    CHECK(ctx.name() == "Fake H200");
    CHECK(ctx.compute_capability() == 90);
    ctx.synchronize();
  }
  CHECK(fake.notices.empty());
  CHECK(fake.total_live() == 0);
}

TEST_CASE("a machine without a GPU gets the CPU executor and is told so once") {
  fake_driver fake;
  remove_driver(fake);
  context first, second;
  CHECK(first.is_cpu());
  CHECK(first.name() == "CPU executor");
  CHECK(first.compute_capability() == 90);
  CHECK(fake.notices.size() <= 1);  // another test of this process may have been told already
  if (!fake.notices.empty()) CHECK(fake.notices[0] == "gpuc: no NVIDIA GPU found, using the CPU executor");
}

TEST_CASE("a driver that finds no device is a machine without a GPU") {
  fake_driver fake;
  fake.init = driver::no_device;
  CHECK(context().is_cpu());
  fake.init = driver::success;
  fake.gpus.clear();
  CHECK(context().is_cpu());
}

TEST_CASE("a GPU whose driver library is not mounted is an error that names it") {
  fake_driver fake;
  remove_driver(fake);
  fake.gpu_trace = "/dev/nvidia0";
  check_thrown<device_unavailable>(errc::device_unusable, "GPUC0705",
                                   {"/dev/nvidia0", "libcuda.so.1", "GPUC_DEVICE=cpu"}, [] { context ctx; });
}

TEST_CASE("a driver that lacks an entry is too old") {
  fake_driver fake;
  fake.library = {.calls = nullptr, .found = true, .problem = "libcuda.so.1 has no cuMemAllocAsync"};
  check_thrown<device_unavailable>(errc::device_unusable, "GPUC0705", {"too old", "cuMemAllocAsync", "12.0"},
                                   [] { context ctx; });
}

TEST_CASE("a driver older than 12.0 is refused with both versions and the GPU's name") {
  fake_driver fake;
  fake.version = 11080;
  check_thrown<device_unavailable>(errc::device_unusable, "GPUC0705", {"Fake H100", "11.8", "12.0"},
                                   [] { context ctx; });
  CHECK(fake.total_live() == 0);
}

TEST_CASE("a GPU below 8.0 is refused with both capabilities") {
  fake_driver fake;
  fake.gpus = {{.name = "Fake T4", .major = 7, .minor = 5}};
  check_thrown<device_unavailable>(errc::device_unusable, "GPUC0705", {"Fake T4", "7.5", "8.0"}, [] { context ctx; });
  check_thrown<device_unavailable>(errc::device_unusable, "GPUC0705", {"Fake T4", "context::cpu()"},
                                   [] { context ctx(0); });
}

TEST_CASE("a driver that cannot start is an error, and a stub only where there is a GPU") {
  fake_driver fake;
  fake.init = static_cast<driver::result>(803);
  check_thrown<device_unavailable>(errc::device_unusable, "GPUC0705", {"CUDA_ERROR_SYSTEM_DRIVER_MISMATCH", "restart"},
                                   [] { context ctx; });
  fake.init = driver::stub_library;
  check_thrown<device_unavailable>(errc::device_unusable, "GPUC0705", {"stub"}, [] { context ctx; });
  fake.gpu_trace = "";
  CHECK(context().is_cpu());
}

TEST_CASE("a GPU that another process holds is skipped, and named if it is the only one") {
  fake_driver fake;
  fake.gpus = {{.name = "Busy", .retain = static_cast<driver::result>(46)}, {.name = "Free"}};
  CHECK(context().name() == "Free");
  fake.gpus.pop_back();
  check_thrown<device_unavailable>(errc::device_unusable, "GPUC0705",
                                   {"Busy", "CUDA_ERROR_DEVICE_UNAVAILABLE", "exclusive"}, [] { context ctx; });
}

TEST_CASE("context(N) is GPU N or throws") {
  fake_driver fake;
  fake.gpus = {{.name = "Zero"}, {.name = "One"}};
  CHECK(context(1).name() == "One");
  check_thrown<device_unavailable>(errc::no_device, "GPUC0606", {"no GPU 2", "2 GPUs"}, [] { context ctx(2); });
  check_thrown<device_unavailable>(errc::no_device, "GPUC0606", {"no GPU -1"}, [] { context ctx(-1); });
  remove_driver(fake);
  check_thrown<device_unavailable>(errc::no_device, "GPUC0606", {"no GPU 0", "no NVIDIA GPU"}, [] { context ctx(0); });
}

TEST_CASE("GPUC_DEVICE chooses") {
  fake_driver fake;
  fake.gpus = {{.name = "Zero"}, {.name = "One"}};
  auto name_for = [&](const char* choice) {
    fake.device_choice = choice;
    return context().name();
  };
  CHECK(name_for("auto") == "Zero");
  CHECK(name_for("cpu") == "CPU executor");
  CHECK(name_for("cuda") == "Zero");
  CHECK(name_for("cuda:1") == "One");
  CHECK_FALSE(fake.log.empty());
  check_thrown<device_unavailable>(errc::no_device, "GPUC0606", {"no GPU 7", "GPUC_DEVICE=cpu"},
                                   [&] { name_for("cuda:7"); });
  for (const char* bad : {"gpu", "cuda:", "cuda:x", "cuda:1x", "cuda:-1", "CPU", "cuda:99999999999"})
    check_thrown<error>(errc::invalid_argument, "GPUC0014", {"GPUC_DEVICE", bad}, [&] { name_for(bad); });
  remove_driver(fake);
  check_thrown<device_unavailable>(errc::no_device, "GPUC0606", {"GPUC_DEVICE=cuda"}, [&] { name_for("cuda"); });
}

TEST_CASE("the CPU executor says which instructions are missing") {
  fake_driver fake;
  fake.missing_cpu_features = "AVX2, FMA";
  check_thrown<device_unavailable>(errc::device_unusable, "GPUC0708", {"AVX2, FMA"}, [] { context::cpu(); });
}

TEST_CASE("context::cpu asks no driver") {
  fake_driver fake;
  CHECK(context::cpu().is_cpu());
  CHECK(fake.log.empty());
}

TEST_CASE("copies are handles to one context, and streams keep it alive") {
  fake_driver fake;
  {
    context first;
    context second = first;
    CHECK(first.state() == second.state());
    CHECK(first.default_stream().state() == second.default_stream().state());
    CHECK(first.new_stream().state() != first.default_stream().state());
    stream left_over = first.new_stream();
    first = context::cpu();
    second = std::move(first);
    CHECK(fake.live["context"] == 1);
    left_over.synchronize();
  }
  CHECK(fake.total_live() == 0);
}

TEST_CASE("a thread keeps the driver context that it had") {
  fake_driver fake;
  context ctx;
  auto mine = reinterpret_cast<driver::context>(std::uintptr_t{4711});
  fake.library.calls->cuCtxSetCurrent(mine);
  ctx.new_stream().synchronize();
  driver::context now = nullptr;
  fake.library.calls->cuCtxGetCurrent(&now);
  CHECK(now == mine);
}

TEST_CASE("everything can be used and destroyed by a thread that never met the driver") {
  fake_driver fake;
  {
    context ctx;
    stream on = ctx.new_stream();
    auto buffer = device_buffer<int>::zeroed(on, 4);
    std::thread([moved_ctx = std::move(ctx), moved_stream = std::move(on), moved_buffer = std::move(buffer)] {
      CHECK(moved_buffer.to_host(moved_stream) == std::vector<int>(4, 0));
    }).join();
    CHECK(fake.total_live() == 0);
  }
}

TEST_CASE("a device without memory pools is used all the same") {
  fake_driver fake;
  fake.gpus[0].pools = false;
  context ctx;
  CHECK(fake.calls_of("cuDeviceGetDefaultMemPool") == 0);
}
