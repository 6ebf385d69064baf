// The process around the runtime: children that were forked, blocking launches, many threads at once.

#include "gpuc/abi/launch.h"
#include "gpuc/context.hpp"
#include "gpuc/device_buffer.hpp"
#include "gpuc/graph.hpp"
#include "gpuc/launch_config.hpp"
#include "gpuc/memory_pool.hpp"
#include "gpuc/pinned_buffer.hpp"
#include "lib/host/process.h"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/test_program.h"
#include "tests/runtime/thrown.h"

#include <atomic>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace gpuc;
using namespace gpuc::testing;

namespace {

// What `in_child` returns in a forked child, which ends there.
template <class F>
int exit_status_of_child(F in_child) {
  pid_t child = fork();
  if (child == 0) _exit(in_child());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

template <class F>
bool refuses(F work) {
  try {
    work();
  } catch (const error& e) {
    return std::string_view(e.what()).ends_with("(GPUC0608)") && e.kind() == errc::forked;
  }
  return false;
}

struct slices {
  test_bundle bundle = plain_bundle();
  std::vector<abi::parameter> parameters = {slice_of("a", 4), disjoint_slice_of("c", 4)};
  abi::kernel kernel = kernel_of("copy", bundle, parameters);
  slices() {
    kernel.requirement_count = 0;
    kernel.requirements_body = nullptr;
    kernel.cpu = [](void* const* arguments, abi::cpu_block* block, std::uint32_t first) {
      const auto& c = *static_cast<const slice_object*>(arguments[1]);
      for (std::uint32_t t = first; t < block->block_dim[0] && t < c.size; ++t)
        static_cast<int*>(const_cast<void*>(c.data))[t] += 1;
    };
  }
  void launch(const context& ctx, const stream& on, device_buffer<int>& a, device_buffer<int>& c) {
    auto token = abi::prepare(kernel, *ctx.state(), launch_config_1d{.grid = 1, .block = 64}.shape());
    slice_object first = object_of(a.view()), second = object_of(c.view());
    const abi::argument arguments[] = {pack(a.view(), first), pack(c.view(), second)};
    abi::launch(token, *on.state(), arguments);
  }
};

}  // namespace

TEST_CASE("a child that was forked is refused everything, and ends in order") {
  for (bool gpu : {true, false}) {
    CAPTURE(gpu);
    fake_driver fake;
    {
      context ctx = gpu ? context() : context::cpu();
      auto on = ctx.default_stream();
      slices program;
      auto a = device_buffer<int>::zeroed(on, 10), c = device_buffer<int>::zeroed(on, 10);
      auto pinned = std::make_unique<pinned_buffer<int>>(ctx, 10);
      auto dying = std::make_unique<device_buffer<int>>(device_buffer<int>::zeroed(on, 10));
      auto recorded = std::make_unique<graph>(
          graph::capture(on, [&](stream& captured) { a.copy_from_host_async(captured, pinned->view()); }));
      program.launch(ctx, on, a, c);
      int status = exit_status_of_child([&] {
        std::size_t before = fake.log.size();
        if (!refuses([&] { ctx.synchronize(); })) return 1;
        if (!refuses([&] { on.synchronize(); })) return 2;
        if (!refuses([&] { program.launch(ctx, on, a, c); })) return 3;
        if (!refuses([&] { static_cast<void>(device_buffer<int>::zeroed(on, 1)); })) return 4;
        if (!refuses([&] { static_cast<void>(c.to_host(on)); })) return 5;
        if (!refuses([&] { context again; })) return 6;
        if (!refuses([&] { context::cpu(); })) return 7;
        if (!refuses([&] { recorded->launch(on); })) return 8;
        if (!refuses([&] { static_cast<void>(ctx.new_stream()); })) return 9;
        pinned.reset();
        dying.reset();
        recorded.reset();
        return fake.log.size() == before ? 0 : 10;
      });
      CHECK(status == 0);
      CHECK(!detail::is_forked());
      CHECK(c.to_host(on).size() == 10);
    }

    CHECK(fake.total_live() == 0);
  }
}

TEST_CASE("GPUC_LAUNCH_BLOCKING gives an error to the launch that it came from") {
  fake_driver fake;
  fake.launch_blocking = true;
  context ctx;
  auto on = ctx.default_stream();
  slices program;
  auto a = device_buffer<int>::zeroed(on, 10), c = device_buffer<int>::zeroed(on, 10);
  fake.log.clear();
  program.launch(ctx, on, a, c);
  CHECK(fake.calls_of("cuStreamSynchronize") == 2);  // the module's, and the launch's
  fake.fail_once("cuStreamSynchronize", driver::illegal_address);
  try {
    program.launch(ctx, on, a, c);
    FAIL_CHECK("nothing was thrown");
  } catch (const driver_error& e) {
    CHECK(e.kernel() == "copy");
    CHECK(std::string_view(e.what()).find("cuStreamSynchronize failed: CUDA_ERROR_ILLEGAL_ADDRESS") !=
          std::string::npos);
  }
  // A kernel's own report comes from the launch as well.
  fake.on_launch = [&](const fake_launch&) {
    abi::report_slot& slot = fake.last_slot();
    *reinterpret_cast<abi::report_record*>(slot.record) = {1, 0, {5, 5}, {}, {}};
  };
  CHECK_THROWS_AS(program.launch(ctx, on, a, c), device_error);
  // In a capture nothing has happened yet that could be waited for.
  fake.log.clear();
  graph made = graph::capture(on, [&](stream& captured) { program.launch(ctx, captured, a, c); });
  CHECK(fake.calls_of("cuStreamSynchronize") == 0);
  CHECK_THROWS_AS(made.launch(on), device_error);
}

TEST_CASE("many threads use one context") {
  context ctx = context::cpu();
  slices program;
  std::atomic<int> right{0};
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 8; ++t)
      threads.emplace_back([&] {
        auto on = ctx.new_stream();
        auto a = device_buffer<int>::zeroed(on, 64), c = device_buffer<int>::zeroed(on, 64);
        graph made = graph::capture(on, [&](stream& captured) { program.launch(ctx, captured, a, c); });
        for (int i = 0; i < 100; ++i) {
          program.launch(ctx, on, a, c);
          made.launch(on);
        }
        pinned_buffer<int> host(ctx, 64);
        c.to_host_async(on, host.view());
        on.synchronize();
        right += host[0] == 200 && host[63] == 200;
      });
  }
  CHECK(right == 8);
  CHECK(ctx.memory().used() == 0);
}

TEST_CASE("a context and everything of it may go in any order") {
  for (bool gpu : {true, false}) {
    fake_driver fake;
    {
      auto ctx = std::make_unique<context>(gpu ? context() : context::cpu());
      auto on = std::make_unique<stream>(ctx->new_stream());
      auto a = std::make_unique<device_buffer<int>>(device_buffer<int>::zeroed(*on, 10));
      auto host = std::make_unique<pinned_buffer<int>>(*ctx, 10);
      auto made = std::make_unique<graph>(
          graph::capture(*on, [&](stream& captured) { a->to_host_async(captured, host->view()); }));
      made->launch(*on);
      ctx.reset();
      a.reset();
      on.reset();
      host.reset();
      made.reset();
    }
    CHECK(fake.total_live() == 0);
  }
}
