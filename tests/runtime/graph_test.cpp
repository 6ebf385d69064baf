// Graphs: what they record, what they own, and what they refuse, on the fake GPU and on the CPU executor.

#include "gpuc/abi/launch.h"
#include "gpuc/context.hpp"
#include "gpuc/copy.hpp"
#include "gpuc/device_buffer.hpp"
#include "gpuc/event.hpp"
#include "gpuc/graph.hpp"
#include "gpuc/launch_config.hpp"
#include "gpuc/memory_pool.hpp"
#include "gpuc/pinned_buffer.hpp"
#include "gpuc/tile/tensor.hpp"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/test_program.h"
#include "tests/runtime/thrown.h"

#include <optional>
#include <stdexcept>

using namespace gpuc;
using namespace gpuc::testing;

namespace {

// Runs `test` on a fake GPU and on the CPU executor.
template <class F>
void on_both(F test) {
  {
    fake_driver fake;
    {
      context ctx;
      CAPTURE(ctx.name());
      test(ctx);
    }
    CHECK(fake.total_live() == 0);
    CHECK(fake.calls_in_host_calls == 0);
  }
  test(context::cpu());
}

template <class F>
void refused(const stream& on, std::string_view words, F work) {
  check_thrown<error>(errc::capture, "GPUC0607", {words}, [&] { static_cast<void>(graph::capture(on, work)); });
}

// c[i] = a[i] + 1, by hand.
void add_one(void* const* arguments, abi::cpu_block* block, std::uint32_t first) {
  const auto& a = *static_cast<const slice_object*>(arguments[0]);
  const auto& c = *static_cast<const slice_object*>(arguments[1]);
  for (std::uint32_t t = first; t < block->block_dim[0]; ++t) {
    std::size_t i = block->block_index[0] * block->block_dim[0] + t;
    if (i < c.size) static_cast<float*>(const_cast<void*>(c.data))[i] = static_cast<const float*>(a.data)[i] + 1;
  }
}

}  // namespace

TEST_CASE("nothing of a graph happens before it is launched, and everything at each launch") {
  on_both([](const context& ctx) {
    auto on = ctx.default_stream();
    auto buffer = device_buffer<int>::filled(on, 100, 1);
    auto wide = device_buffer<double>::filled(on, 3000, 0.5);
    pinned_buffer<int> host(ctx, 100);
    int calls = 0;
    graph made = graph::capture(on, [&](stream& captured) {
      buffer.to_host_async(captured, host.view());
      captured.call([&] { ++calls; });
      auto zeros = device_buffer<int>::zeroed(captured, 100);
      copy(captured, buffer, zeros);
      auto pairs = device_buffer<double>::filled(captured, 3000, 1.1);
      copy(captured, wide, pairs);
    });
    on.synchronize();
    CHECK(calls == 0);
    CHECK(host[0] == 0);
    CHECK(buffer.to_host(on) == std::vector<int>(100, 1));
    CHECK(wide.to_host(on)[2999] == 0.5);

    made.launch(on);
    CHECK(buffer.to_host(on) == std::vector<int>(100, 0));
    CHECK(wide.to_host(on) == std::vector<double>(3000, 1.1));
    CHECK(host[99] == 1);
    CHECK(calls == 1);
    made.launch(ctx.new_stream());
    CHECK(host[99] == 0);
    CHECK(calls == 2);
  });
}

TEST_CASE("a graph owns what it captured") {
  on_both([](const context& ctx) {
    auto on = ctx.default_stream();
    auto target = device_buffer<int>::zeroed(on, 10);
    pinned_buffer<int> result(ctx, 10);
    std::optional<graph> made;
    std::size_t before = ctx.memory().used();
    {
      auto source = device_buffer<int>::filled(on, 10, 7);
      pinned_buffer<int> host(ctx, 10);
      host[3] = 4;
      made = graph::capture(ctx.new_stream(), [&](stream& captured) {
        copy(captured, target, source);
        source.copy_from_host_async(captured, host.view());
      });
    }
    CHECK(ctx.memory().used() == before + 40);
    made->launch(on);
    CHECK(target.to_host(on) == std::vector<int>(10, 7));
    made->launch(on);
    CHECK(target.to_host(on)[3] == 4);
    graph moved = *std::move(made);
    made.reset();
    moved.launch(on);
    CHECK_NOTHROW(on.synchronize());
    {
      graph last = std::move(moved);
    }
    CHECK(ctx.memory().used() == before);
    check_thrown<error>(errc::invalid_argument, "GPUC0222", {"moved"}, [&] { moved.launch(on); });
  });
}

TEST_CASE("kernels in a graph on the CPU executor keep their arguments") {
  context ctx = context::cpu();
  auto on = ctx.default_stream();
  test_bundle bundle = plain_bundle();
  std::vector<abi::parameter> parameters = {slice_of("a", 4), disjoint_slice_of("c", 4)};
  for (abi::parameter& each : parameters) each.size = sizeof(slice_object), each.alignment = 8;
  abi::kernel kernel = kernel_of("copy", bundle, parameters);
  kernel.requirement_count = 0;
  kernel.requirements_body = nullptr;
  kernel.cpu = &add_one;
  auto buffer = device_buffer<float>::filled(on, 1000, 1.0f);
  auto other = device_buffer<float>::zeroed(on, 1000);
  auto token = abi::prepare(kernel, *ctx.state(), launch_config_1d{.grid = 8, .block = 128}.shape());
  auto launch = [&](stream& captured, device_buffer<float>& from, device_buffer<float>& to) {
    auto a = std::make_unique<slice_object>(object_of(from.view()));
    auto c = std::make_unique<slice_object>(object_of(to.view()));
    const abi::argument arguments[] = {pack(from.view(), *a), pack(to.view(), *c)};
    abi::launch(token, *captured.state(), arguments);
  };
  graph made = graph::capture(on, [&](stream& captured) {
    launch(captured, buffer, other);
    launch(captured, other, buffer);
  });
  for (int i = 0; i < 10; ++i) made.launch(on);
  CHECK(buffer.to_host(on) == std::vector<float>(1000, 21.0f));
}

TEST_CASE("an update takes the place of what was captured, and lets go of what it used") {
  on_both([](const context& ctx) {
    auto on = ctx.default_stream();
    auto target = device_buffer<int>::zeroed(on, 10);
    std::size_t before = ctx.memory().used();
    graph made = graph::capture(on, [&](stream& captured) {
      auto source = device_buffer<int>::filled(captured, 10, 7);
      copy(captured, target, source);
    });
    CHECK(made.update(on, [&](stream& captured) {
      auto source = device_buffer<int>::filled(captured, 10, 8);
      copy(captured, target, source);
    }));
    CHECK(ctx.memory().used() == before + 40);
    made.launch(on);
    CHECK(target.to_host(on)[9] == 8);
    int calls = 0;
    CHECK(!made.update(on, [&](stream& captured) { captured.call([&] { ++calls; }); }));
    CHECK(ctx.memory().used() == before);
    made.launch(on);
    on.synchronize();
    CHECK(calls == 1);
    // Whatever fails leaves the graph as it is.
    CHECK_THROWS_AS(made.update(on, [](stream&) { throw std::runtime_error("mine"); }), std::runtime_error);
    made.launch(on);
    on.synchronize();
    CHECK(calls == 2);
  });
}

TEST_CASE("branches of a graph come together at its end") {
  on_both([](const context& ctx) {
    auto on = ctx.default_stream();
    auto a = device_buffer<int>::zeroed(on, 10), b = device_buffer<int>::zeroed(on, 10);
    graph made = graph::capture(on, [&](stream& captured) {
      auto ones = device_buffer<int>::filled(captured, 10, 1);
      stream branch = captured.fork();
      copy(branch, a, ones);
      event there(ctx);
      there.record(branch);
      captured.wait(there);
      copy(captured, b, a);
      stream unjoined = captured.fork();
      copy(unjoined, a, b);
    });
    made.launch(on);
    CHECK(b.to_host(on) == std::vector<int>(10, 1));
  });
}

TEST_CASE("what a graph cannot hold is refused, and the stream goes on") {
  on_both([](const context& ctx) {
    auto on = ctx.default_stream();
    auto buffer = device_buffer<int>::filled(on, 10, 1);
    std::vector<int> host(10);
    refused(on, "be waited for", [&](stream& captured) { captured.synchronize(); });
    refused(on, "whether it is done", [&](stream& captured) { static_cast<void>(captured.is_done()); });
    refused(on, "memory that is not pinned", [&](stream& captured) { static_cast<void>(buffer.to_host(captured)); });
    refused(on, "memory that is not pinned",
            [&](stream& captured) { static_cast<void>(device_buffer<int>::from_host(captured, host)); });
    refused(on, "captured from again",
            [&](stream& captured) { static_cast<void>(graph::capture(captured, [](stream&) {})); });
    graph empty = graph::capture(on, [](stream&) {});
    refused(on, "another graph", [&](stream& captured) { empty.launch(captured); });
    refused(on, "cannot wait for the other", [&](stream& captured) { captured.wait(on); });
    refused(on, "cannot wait for the other", [&](stream& captured) { on.wait(captured); });
    event outside(ctx), inside(ctx);
    outside.record(on);
    refused(on, "the event is not", [&](stream& captured) { captured.wait(outside); });
    refused(on, "the stream is not", [&](stream& captured) {
      inside.record(captured);
      on.wait(inside);
    });
    refused(on, "waited for", [&](stream& captured) {
      inside.record(captured);
      inside.synchronize();
    });
    std::optional<stream> kept;
    graph made = graph::capture(on, [&](stream& captured) { kept = std::move(captured); });
    check_thrown<error>(errc::capture, "GPUC0607", {"after the capture"},
                        [&] { static_cast<void>(device_buffer<int>::zeroed(*kept, 3)); });
    context another = ctx.is_cpu() ? context::cpu() : context(0);
    check_thrown<error>(errc::context_mismatch, "GPUC0601", {"another context"},
                        [&] { made.launch(another.default_stream()); });
    check_thrown<error>(errc::context_mismatch, "GPUC0601", {"is updated from"},
                        [&] { made.update(another.default_stream(), [](stream&) {}); });
    CHECK(buffer.to_host(on) == std::vector<int>(10, 1));
  });
}

TEST_CASE("nothing that happens beside a capture spoils it") {
  on_both([](const context& ctx) {
    auto on = ctx.default_stream();
    auto target = device_buffer<int>::zeroed(on, 10);
    graph made = graph::capture(on, [&](stream& captured) {
      check_thrown<error>(errc::capture, "GPUC0607", {"a context cannot be waited for"}, [&] { ctx.synchronize(); });
      CHECK_THROWS_AS(device_buffer<char>::zeroed(on, std::size_t{1} << 50), out_of_memory);
      {
        context another = ctx.is_cpu() ? context::cpu() : context(0);
      }
      pinned_buffer<int> passing(ctx, 10);
      auto other = ctx.new_stream();
      other.synchronize();
      graph inner = graph::capture(other, [&](stream& second) { second.call([] {}); });
      inner.launch(other);
      ctx.memory().trim();
      auto source = device_buffer<int>::filled(captured, 10, 3);
      copy(captured, target, source);
    });
    made.launch(on);
    CHECK(target.to_host(on) == std::vector<int>(10, 3));
    CHECK_NOTHROW(ctx.synchronize());
  });
}

TEST_CASE("work for other streams and buffers that die are not part of the capture") {
  on_both([](const context& ctx) {
    auto on = ctx.default_stream();
    auto target = device_buffer<int>::zeroed(on, 10);
    graph made = graph::capture(on, [&](stream& captured) {
      auto dying = device_buffer<int>::filled(on, 10, 5);
      copy(on, target, dying);
      CHECK(target.to_host(on)[0] == 5);
      auto inner = device_buffer<int>::zeroed(captured, 10);
      copy(captured, target, inner);
    });
    CHECK(target.to_host(on)[0] == 5);
    made.launch(on);
    CHECK(target.to_host(on)[0] == 0);
  });
}

TEST_CASE("a tensor that a capture uses first has its values without a launch") {
  on_both([](const context& ctx) {
    auto on = ctx.default_stream();
    auto ones = gpuc::ones<float>({4});
    auto given = tensor<float>::from_host(std::vector<float>{1, 2, 3, 4}, {4});
    graph made = graph::capture(on, [&](stream& captured) {
      static_cast<void>(ones.view(captured));
      static_cast<void>(given.view(captured));
    });
    CHECK(ones.to_host().sync_on(on) == std::vector<float>(4, 1.0f));
    CHECK(given.to_host().sync_on(on) == std::vector<float>{1, 2, 3, 4});
  });
}

TEST_CASE("what a function in a graph throws comes with the next wait") {
  on_both([](const context& ctx) {
    auto on = ctx.default_stream();
    graph made = graph::capture(on, [](stream& captured) { captured.call([] { throw std::runtime_error("mine"); }); });
    made.launch(on);
    CHECK_THROWS_WITH_AS(on.synchronize(), "mine", std::runtime_error);
    CHECK_NOTHROW(on.synchronize());
  });
}
