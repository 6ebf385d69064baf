// Faults that a GPU's kernels record: thrown by the next synchronising call, once.

#include "gpuc/abi/launch.h"
#include "gpuc/context.hpp"
#include "gpuc/device_buffer.hpp"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/test_program.h"
#include "tests/runtime/thrown.h"

using namespace gpuc;
using namespace gpuc::testing;

namespace {

struct fixture {
  fake_driver fake;
  test_bundle bundle = plain_bundle();
  abi::kernel kernel = kernel_of("copy", bundle, {});
  context ctx;
  stream on = ctx.default_stream();

  fixture() { abi::load(kernel, *ctx.state()); }

  // What a faulting thread does (lower-reports).
  void fault(std::uint32_t site, std::uint64_t first, std::uint64_t second) {
    abi::report_slot& slot = fake.last_slot();
    REQUIRE(slot.record != 0);
    if (slot.claimed != 0) return;
    slot.claimed = 1;
    auto& record = *reinterpret_cast<abi::report_record*>(slot.record);
    record = {1, site, {first, second}, {3, 0, 0}, {231, 0, 0}};
  }
};

}  // namespace

TEST_CASE_FIXTURE(fixture, "a report has kernel, place, values, block and thread, and is thrown once") {
  CHECK_NOTHROW(on.synchronize());
  fault(0, 1000, 1000);
  fault(0, 7, 7);  // the first one wins
  check_thrown<device_error>(
      errc::out_of_range, "GPUC0602",
      {"copy: src/main.cpp:17: index 1000 is out of range, size 1000 (block (3,0,0), thread (231,0,0)) (GPUC0602)"},
      [&] { on.synchronize(); });
  CHECK(fake.last_slot().claimed == 0);
  CHECK_NOTHROW(on.synchronize());
  CHECK_NOTHROW(ctx.synchronize());
  fault(1, 0, 0);
  check_thrown<device_error>(errc::assertion, "GPUC0602", {"src/main.cpp:21", "i < n"}, [&] { ctx.synchronize(); });
}

TEST_CASE_FIXTURE(fixture, "every kind of fault has its words") {
  auto thrown = [&](std::uint32_t site, errc kind, std::initializer_list<std::string_view> words,
                    std::uint64_t first = 12, std::uint64_t second = 10) {
    fault(site, first, second);
    check_thrown<device_error>(kind, "GPUC0602", words, [&] { on.synchronize(); });
  };
  thrown(3, errc::trap, {"src/shared.hpp:4: trap"});
  thrown(4, errc::out_of_range, {"copy: src/main.cpp:40: row 12 is out of range, rows 10"});
  thrown(5, errc::exception, {"src/main.cpp:41", "std::out_of_range"});
  thrown(6, errc::out_of_range, {"column 12 is out of range, columns 10"});
  auto negative = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
  thrown(7, errc::division_by_zero, {"copy: src/main.cpp:43: division by zero: -12 / 0 (block"}, negative(-12), 1);
  thrown(7, errc::division_by_zero, {"division by zero: 18446744073709551604 / 0"}, negative(-12), 0);
  thrown(8, errc::division_overflow, {"src/main.cpp:44: a division overflows: -2147483648 / -1"}, negative(-2147483648),
         negative(-1));
}

TEST_CASE_FIXTURE(fixture, "to_host delivers reports too") {
  auto buffer = device_buffer<int>::zeroed(on, 4);
  fault(0, 4, 4);
  check_thrown<device_error>(errc::out_of_range, "GPUC0602", {"index 4"},
                             [&] { static_cast<void>(buffer.to_host(on)); });
  CHECK(buffer.to_host(on).size() == 4);
}

TEST_CASE_FIXTURE(fixture, "two modules that faulted are reported one after the other") {
  test_bundle second_bundle = plain_bundle();
  auto second = kernel_of("other", second_bundle, {});
  fault(0, 1, 1);
  abi::load(second, *ctx.state());
  fault(0, 2, 2);
  check_thrown<device_error>(errc::out_of_range, "GPUC0602", {"index 1 "}, [&] { on.synchronize(); });
  check_thrown<device_error>(errc::out_of_range, "GPUC0602", {"index 2 "}, [&] { on.synchronize(); });
  CHECK_NOTHROW(on.synchronize());
}

TEST_CASE("a report that nobody synchronised for is said at the end of the context") {
  fake_driver fake;
  {
    test_bundle bundle = plain_bundle();
    context ctx;
    abi::load(kernel_of("copy", bundle, {}), *ctx.state());
    abi::report_slot& slot = fake.last_slot();
    slot.claimed = 1;
    *reinterpret_cast<abi::report_record*>(slot.record) = {1, 0, {5, 5}, {}, {}};
  }
  REQUIRE(fake.notices.size() == 1);
  CHECK(fake.notices[0].find("src/main.cpp:17: index 5") != std::string::npos);
  CHECK(fake.total_live() == 0);
}

TEST_CASE("an image without report slot needs no record") {
  fake_driver fake;
  test_bundle bundle({{abi::image_kind::ptx, 80, 80, "PTX", false}}, {{"kernels::copy<float>", "copy_0123", ""}},
                     {{abi::report_kind::out_of_range, 0, 17, "src/main.cpp", ""}});
  context ctx;
  abi::load(kernel_of("copy", bundle, {}), *ctx.state());
  CHECK(fake.live["host memory"] == 0);
  CHECK(fake.calls_of("cuModuleGetGlobal") == 0);
  CHECK_NOTHROW(ctx.synchronize());
}
