// Buffers and views, on the fake GPU and on the CPU executor.

#include "gpuc/abi/launch.h"
#include "gpuc/context.hpp"
#include "gpuc/device_buffer.hpp"
#include "gpuc/matrix_view.hpp"
#include "lib/host/allocation.h"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/thrown.h"

#include <cstdint>
#include <numeric>

using namespace gpuc;
using namespace gpuc::testing;

namespace {

struct rgb {
  std::uint8_t r, g, b;
  bool operator==(const rgb&) const = default;
};

void use_on(device_buffer<int>& buffer, const stream& on) {
  static_cast<detail::allocation*>(buffer.view().allocation())->used_on(*on.state());
}

template <class T>
void check_filled(const stream& on, std::size_t size, T value) {
  auto buffer = device_buffer<T>::filled(on, size, value);
  CHECK(buffer.to_host(on) == std::vector<T>(size, value));
}

void round_trips(const context& ctx) {
  auto on = ctx.default_stream();
  std::vector<int> host(1000);
  std::iota(host.begin(), host.end(), -7);
  auto buffer = device_buffer<int>::from_host(on, host);
  CHECK(buffer.size() == 1000);
  CHECK(buffer.to_host(on) == host);
  CHECK(buffer.to_host(ctx.new_stream()) == host);
  std::vector<int> target(1000);
  buffer.to_host(on, target);
  CHECK(target == host);
  check_thrown<error>(errc::size_mismatch, "GPUC0605", {"999", "1000"},
                      [&] { buffer.to_host(on, std::span(target).first(999)); });
  CHECK(device_buffer<double>::zeroed(on, 33).to_host(on) == std::vector<double>(33, 0.0));

  // One for each way to fill: by bytes, pairs, words, and by copies of larger elements.
  check_filled<std::uint8_t>(on, 5, 7);
  check_filled<std::uint16_t>(on, 6, 0x1234);
  check_filled<float>(on, 1001, 1.5f);
  check_filled<double>(on, 100003, 1.1);
  check_filled<rgb>(on, 40001, {1, 2, 3});
  check_filled<std::int64_t>(on, 12, -1);
  check_filled<std::uint64_t>(on, 12, 0x1234567812345678u);
  CHECK(device_buffer<int>::filled(on, 0, 3).to_host(on).empty());
}

void views(const context& ctx) {
  auto on = ctx.default_stream();
  auto buffer = device_buffer<int>::zeroed(on, 100);
  auto view = buffer.view(10, 20);
  CHECK(view.data() == buffer.view().data() + 10);
  CHECK(view.size() == 20);
  CHECK(view.context() == ctx.state());
  CHECK(buffer.view(100, 0).size() == 0);
  check_thrown<error>(errc::size_mismatch, "GPUC0605", {"21", "80", "100"}, [&] { buffer.view(80, 21); });
  check_thrown<error>(errc::size_mismatch, "GPUC0605", {"101"}, [&] { buffer.view(101, 0); });
  check_thrown<error>(errc::size_mismatch, "GPUC0605", {}, [&] { buffer.view(1, ~std::size_t{0}); });
  const device_buffer<int>& constant = buffer;
  static_assert(std::is_same_v<decltype(constant.view()), device_view<const int>>);

  auto [left, right] = buffer.split_at(30);
  CHECK(left.data() == buffer.view().data());
  CHECK(left.size() == 30);
  CHECK(right.data() == left.data() + 30);
  CHECK(right.size() == 70);
  CHECK(right.allocation() == buffer.view().allocation());
  CHECK(view.split_at(20).second.size() == 0);
  static_assert(std::is_same_v<decltype(constant.split_at(0).first), device_view<const int>>);
  check_thrown<error>(errc::size_mismatch, "GPUC0605", {"101", "100"}, [&] { buffer.split_at(101); });
  check_thrown<error>(errc::size_mismatch, "GPUC0605", {"21", "20"}, [&] { view.split_at(21); });

  auto matrix = as_matrix(buffer, 4, 25);
  CHECK(matrix.rows() == 4);
  CHECK(matrix.cols() == 25);
  CHECK(as_matrix(buffer.view(0, 6), 2, 3).data() == buffer.view().data());
  check_thrown<error>(errc::size_mismatch, "GPUC0605", {"4 x 24", "96", "100"}, [&] { as_matrix(buffer, 4, 24); });
  check_thrown<error>(errc::dimension_overflow, "GPUC0605", {"4294967296"},
                      [&] { as_matrix(buffer, std::size_t{1} << 32, std::size_t{1} << 32); });
}

void empty_and_moved(const context& ctx) {
  auto on = ctx.default_stream();
  auto nothing = device_buffer<int>::from_host(on, {});
  CHECK(nothing.size() == 0);
  CHECK(nothing.to_host(on).empty());
  CHECK(nothing.view().context() == ctx.state());

  auto first = device_buffer<int>::filled(on, 3, 5);
  auto second = std::move(first);
  CHECK(first.size() == 0);
  CHECK(first.view().context() == nullptr);
  CHECK(second.to_host(on) == std::vector<int>{5, 5, 5});
  check_thrown<error>(errc::invalid_argument, "GPUC0222", {"moved"}, [&] { static_cast<void>(first.to_host(on)); });
  first = std::move(second);
  CHECK(first.size() == 3);
}

void refusals(const context& ctx) {
  auto on = ctx.default_stream();
  auto buffer = device_buffer<int>::zeroed(on, 4);
  check_thrown<error>(errc::context_mismatch, "GPUC0601", {"another context"},
                      [&] { static_cast<void>(buffer.to_host(context::cpu().default_stream())); });
  check_thrown<out_of_memory>(errc::out_of_memory, "GPUC0604", {"4611686018427387904", "8"},
                              [&] { device_buffer<double>::zeroed(on, std::size_t{1} << 62); });
  try {
    auto huge = device_buffer<char>::filled(on, std::size_t{1} << 55, 'x');
    FAIL_CHECK("no machine has that much");
  } catch (const out_of_memory& e) {
    CHECK(e.requested() == std::size_t{1} << 55);
  }
}

}  // namespace

TEST_CASE("buffers on a GPU with and without memory pools") {
  fake_driver fake;
  for (bool pools : {true, false}) {
    fake.gpus[0].pools = pools;
    fake.log.clear();
    {
      context ctx;
      round_trips(ctx);
      views(ctx);
      empty_and_moved(ctx);
      refusals(ctx);
    }
    CHECK(fake.total_live() == 0);
    CHECK((fake.calls_of("cuMemAllocFromPoolAsync") != 0) == pools);
    CHECK((fake.calls_of("cuMemAlloc") != 0) == !pools);
    CHECK((fake.calls_of("cuMemFree") != 0) == !pools);
  }
}

TEST_CASE("buffers on the CPU executor") {
  context ctx = context::cpu();
  round_trips(ctx);
  views(ctx);
  empty_and_moved(ctx);
  refusals(ctx);
  auto aligned = device_buffer<char>::zeroed(ctx.default_stream(), 1);
  CHECK(reinterpret_cast<std::uintptr_t>(aligned.view().data()) % 256 == 0);
}

TEST_CASE("exhausted device memory is waited for, then reported with its sizes") {
  fake_driver fake;
  fake.gpus[0].memory = 1 << 20;
  context ctx;
  auto on = ctx.default_stream();
  auto half = device_buffer<char>::zeroed(on, 600000);
  try {
    auto other = device_buffer<char>::zeroed(on, 600001);
    FAIL_CHECK("both cannot fit");
  } catch (const out_of_memory& e) {
    CHECK(e.requested() == 600001);
    CHECK(e.available() == (1 << 20) - 600000);
    CHECK(e.total() == 1 << 20);
    CHECK(std::string(e.what()).find("Fake H100") != std::string::npos);
  }
  CHECK(fake.calls_of("cuCtxSynchronize") == 1);
  // Memory that comes free meanwhile is found.
  fake.fail_once("cuMemAllocAsync", driver::out_of_device_memory);
  CHECK(device_buffer<char>::zeroed(on, 10).size() == 10);
}

TEST_CASE("memory is freed behind the last use on any stream") {
  fake_driver fake;
  context ctx;
  auto home = ctx.default_stream();
  auto other = ctx.new_stream();
  {
    auto buffer = device_buffer<int>::zeroed(home, 4);
    fake.log.clear();
    for (int i = 0; i < 3; ++i) {
      use_on(buffer, home);
      use_on(buffer, other);
    }
    // The first use on another stream waits for the home stream, later ones for nobody.
    CHECK(fake.calls_of("cuEventRecord") == 1);
    CHECK(fake.calls_of("cuStreamWaitEvent") == 1);
    {
      auto passing = ctx.new_stream();
      use_on(buffer, passing);
    }
    CHECK(fake.calls_of("cuStreamDestroy") == 0);  // its work may still run when the buffer dies
    fake.log.clear();
  }
  // Two streams other than its own: the free waits for both, on the device.
  CHECK(fake.calls_of("cuEventRecord") == 2);
  CHECK(fake.calls_of("cuStreamWaitEvent") == 2);
  CHECK(fake.calls_of("cuStreamSynchronize") == 0);
  CHECK(fake.calls_of("cuMemFreeAsync") == 1);
  CHECK(fake.calls_of("cuStreamDestroy") == 1);
  auto place = [&](std::string_view start) {
    for (std::size_t i = 0; i < fake.log.size(); ++i)
      if (fake.log[i].starts_with(start)) return i;
    return fake.log.size();
  };
  CHECK(place("cuStreamWaitEvent") < place("cuMemFreeAsync"));
  CHECK(place("cuMemFreeAsync") < place("cuStreamDestroy"));
}

TEST_CASE("memory that the GPU may still write is lost, not freed") {
  fake_driver fake;
  context ctx;
  auto home = ctx.default_stream();
  auto other = ctx.new_stream();
  {
    auto buffer = device_buffer<int>::zeroed(home, 4);
    use_on(buffer, other);
    fake.log.clear();
    fake.fail_once("cuStreamWaitEvent", driver::illegal_address);
    fake.fail_once("cuStreamSynchronize", driver::illegal_address);
  }
  CHECK(fake.calls_of("cuMemFreeAsync") == 0);
  CHECK(fake.live["event"] == 0);
}

TEST_CASE("a copy that fails is waited for before the error is thrown") {
  fake_driver fake;
  context ctx;
  auto on = ctx.default_stream();
  auto buffer = device_buffer<int>::zeroed(on, 4);
  fake.log.clear();
  fake.fail_once("cuMemcpyDtoHAsync", driver::illegal_address);
  check_thrown<driver_error>(errc::driver, "GPUC0603",
                             {"cuMemcpyDtoHAsync", "CUDA_ERROR_ILLEGAL_ADDRESS", "compute-sanitizer"},
                             [&] { static_cast<void>(buffer.to_host(on)); });
  CHECK(fake.calls_of("cuStreamSynchronize") == 1);
}
