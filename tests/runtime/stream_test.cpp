// Streams and events: waits, functions, time, and handles of other code.

#include "gpuc/context.hpp"
#include "gpuc/copy.hpp"
#include "gpuc/device_buffer.hpp"
#include "gpuc/event.hpp"
#include "gpuc/interop.hpp"
#include "gpuc/stream.hpp"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/thrown.h"

#include <algorithm>
#include <stdexcept>

using namespace gpuc;
using namespace gpuc::testing;

namespace {

std::string number(const stream& of) { return std::to_string(reinterpret_cast<std::uintptr_t>(of.native_handle())); }

}  // namespace

TEST_CASE("a stream waits for another, and for an event") {
  fake_driver fake;
  context ctx;
  auto a = ctx.new_stream(), b = ctx.new_stream();
  fake.log.clear();
  a.wait(b);
  auto record = std::find_if(fake.log.begin(), fake.log.end(),
                             [](const std::string& line) { return line.starts_with("cuEventRecord"); });
  auto wait = std::find_if(fake.log.begin(), fake.log.end(),
                           [](const std::string& line) { return line.starts_with("cuStreamWaitEvent"); });
  REQUIRE(record != fake.log.end());
  REQUIRE(wait != fake.log.end());
  CHECK(record < wait);
  CHECK(record->ends_with(" " + number(b)));
  CHECK(wait->starts_with("cuStreamWaitEvent " + number(a) + " "));

  event point(ctx);
  fake.log.clear();
  a.wait(point);  // never recorded: nothing to wait for
  CHECK(fake.calls_of("cuStreamWaitEvent") == 0);
  point.record(b);
  a.wait(point);
  CHECK(fake.calls_of("cuStreamWaitEvent " + number(a)) == 1);

  fake.log.clear();
  stream c = a.fork();
  CHECK(fake.calls_of("cuStreamWaitEvent " + number(c)) == 1);
}

TEST_CASE("done or not, without waiting") {
  fake_driver fake;
  context ctx;
  auto on = ctx.default_stream();
  event point(ctx);
  CHECK(point.is_done());
  point.record(on);
  fake.busy = true;
  CHECK(!on.is_done());
  CHECK(!point.is_done());
  fake.busy = false;
  CHECK(on.is_done());
  CHECK(point.is_done());
  CHECK(context::cpu().default_stream().is_done());
}

TEST_CASE("time between events") {
  fake_driver fake;
  context ctx;
  auto on = ctx.default_stream();
  event start(ctx), stop(ctx);
  check_thrown<error>(errc::invalid_argument, "GPUC0014", {"the first was not recorded"},
                      [&] { static_cast<void>(stop.milliseconds_since(start)); });
  start.record(on);
  check_thrown<error>(errc::invalid_argument, "GPUC0014", {"the second was not recorded"},
                      [&] { static_cast<void>(stop.milliseconds_since(start)); });
  stop.record(on);
  CHECK(stop.milliseconds_since(start) == 1.5);
  CHECK(stop.native_handle() != nullptr);

  context cpu = context::cpu();
  event first(cpu), second(cpu);
  first.record(cpu.default_stream());
  second.record(cpu.default_stream());
  CHECK(second.milliseconds_since(first) >= 0);
  CHECK(second.native_handle() == nullptr);
  check_thrown<error>(errc::context_mismatch, "GPUC0601", {"Fake H100", "CPU executor"},
                      [&] { static_cast<void>(second.milliseconds_since(start)); });
  check_thrown<error>(errc::context_mismatch, "GPUC0601", {"Fake H100", "CPU executor"}, [&] { first.record(on); });
}

TEST_CASE("functions on a stream") {
  for (bool gpu : {true, false}) {
    fake_driver fake;
    {
      context ctx = gpu ? context() : context::cpu();
      auto on = ctx.default_stream();
      int calls = 0;
      auto kept = std::make_shared<int>();
      on.call([&calls, kept] { ++calls; });
      CHECK(calls == 1);
      on.synchronize();
      CHECK(kept.use_count() == 1);
      on.call([] { throw std::runtime_error("the first"); });
      on.call([] { throw std::runtime_error("the second"); });
      CHECK_THROWS_WITH_AS(on.synchronize(), "the first", std::runtime_error);
      CHECK_NOTHROW(on.synchronize());
      // What a function holds may be freed by the driver, which its own thread must not ask for.
      on.call([buffer = device_buffer<int>::zeroed(on, 10)] {});
    }
    CHECK(fake.calls_in_host_calls == 0);
  }
}

TEST_CASE("streams and memory of other code") {
  fake_driver fake;
  int theirs[10] = {1, 2, 3};
  {
    context ctx;
    auto mine = ctx.new_stream();
    auto buffer = device_buffer<int>::zeroed(mine, 10);
    {
      stream borrowed = stream::borrow(ctx, mine.native_handle());
      CHECK(borrowed.native_handle() == mine.native_handle());
      copy(borrowed, buffer, borrow(ctx, theirs, 10));
      CHECK(buffer.to_host(borrowed)[2] == 3);
      fake.log.clear();
    }
    CHECK(fake.calls_of("cuStreamDestroy") == 0);
    auto other = ctx.new_stream();
    fake.log.clear();
    CHECK(buffer.data_on(other) == buffer.view().data());
    CHECK(fake.calls_of("cuStreamWaitEvent " + number(other)) == 1);
  }
  CHECK(fake.total_live() == 0);
  CHECK(context::cpu().default_stream().native_handle() == nullptr);
}
