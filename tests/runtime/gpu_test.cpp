// The runtime on a real GPU and driver, with a kernel in PTX as the compiler would write it. Skipped (77) on a machine
// without a usable GPU.

#define DOCTEST_CONFIG_IMPLEMENT
#include "gpuc/abi/driver_library.h"
#include "gpuc/abi/launch.h"
#include "gpuc/context.hpp"
#include "gpuc/device_buffer.hpp"
#include "gpuc/launch_config.hpp"
#include "lib/host/machine.h"
#include "tests/runtime/test_program.h"
#include "tests/runtime/thrown.h"

#include <cstdint>
#include <cstdio>
#include <dlfcn.h>
#include <numeric>
#include <thread>

using namespace gpuc;
using namespace gpuc::testing;

namespace {

// c[i] = a[i] for all i of c; a thread whose i is not in a reports (site 0) and leaves.
constexpr const char* copy_ptx = R"(
.version 7.8
.target sm_80
.address_size 64

.visible .global .align 8 .b8 __gpuc_report_slot[16];

.visible .entry copy_0123(.param .u64 a, .param .u64 a_size, .param .u64 c, .param .u64 c_size) {
  .reg .pred %p<4>;
  .reg .b32 %r<10>;
  .reg .b64 %rd<12>;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.s32 %r4, %r1, %r2, %r3;
  cvt.u64.u32 %rd1, %r4;
  ld.param.u64 %rd2, [c_size];
  setp.ge.u64 %p1, %rd1, %rd2;
  @%p1 bra done;
  ld.param.u64 %rd3, [a_size];
  setp.ge.u64 %p2, %rd1, %rd3;
  @%p2 bra fault;
  shl.b64 %rd4, %rd1, 2;
  ld.param.u64 %rd5, [a];
  ld.param.u64 %rd6, [c];
  add.s64 %rd5, %rd5, %rd4;
  add.s64 %rd6, %rd6, %rd4;
  ld.global.u32 %r5, [%rd5];
  st.global.u32 [%rd6], %r5;
done:
  ret;
fault:
  mov.u64 %rd7, __gpuc_report_slot;
  atom.global.exch.b32 %r6, [%rd7+8], 1;
  setp.ne.u32 %p3, %r6, 0;
  @%p3 bra leave;
  ld.global.u64 %rd8, [%rd7];
  st.global.u32 [%rd8+4], 0;
  st.global.u64 [%rd8+8], %rd1;
  st.global.u64 [%rd8+16], %rd3;
  mov.u32 %r7, 0;
  st.global.u32 [%rd8+24], %r1;
  st.global.u32 [%rd8+28], %r7;
  st.global.u32 [%rd8+32], %r7;
  st.global.u32 [%rd8+36], %r3;
  st.global.u32 [%rd8+40], %r7;
  st.global.u32 [%rd8+44], %r7;
  fence.acq_rel.sys;
  st.volatile.global.u32 [%rd8], 1;
leave:
  exit;
}
)";

struct fixture {
  context ctx;
  stream on = ctx.default_stream();
  test_bundle bundle{{{abi::image_kind::cubin, 80, 0, "not a cubin"},
                      {abi::image_kind::cubin, 90, 0, "nor this"},
                      {abi::image_kind::ptx, 80, 78, std::string(copy_ptx)}},
                     {{"kernels::copy<float>", "copy_0123", ""}},
                     {{abi::report_kind::out_of_range, 0, 17, "src/main.cpp", ""}}};
  std::vector<abi::parameter> parameters = {slice_of("a", 4), disjoint_slice_of("c", 4)};
  abi::kernel kernel = kernel_of("copy", bundle, parameters);

  void copy(const stream& where, device_view<const int> a, device_view<const int> c, std::uint64_t dynamic_shared = 0) {
    slice_object a_object = object_of(a), c_object = object_of(c);
    const abi::argument arguments[] = {pack(a, a_object), pack(c, c_object)};
    launch_config_1d config{.grid = (c.size() + 255) / 256, .block = 256, .dynamic_shared = dynamic_shared};
    abi::launch(abi::prepare(kernel, *ctx.state(), config.shape()), *where.state(), arguments);
  }
};

std::vector<int> counting(std::size_t size) {
  std::vector<int> values(size);
  std::iota(values.begin(), values.end(), 1);
  return values;
}

template <class T>
void check_filled(const stream& on, std::size_t size, T value) {
  CHECK(device_buffer<T>::filled(on, size, value).to_host(on) == std::vector<T>(size, value));
}

}  // namespace

TEST_CASE_FIXTURE(fixture, "a kernel copies; cubins that are none fall back to PTX") {
  std::vector<int> host = counting(100003);
  auto a = device_buffer<int>::from_host(on, host);
  auto c = device_buffer<int>::zeroed(on, host.size());
  copy(on, a.view(), c.view());
  CHECK(c.to_host(on) == host);
  copy(on, a.view(), c.view(), 200 * 1024);  // above the 48 KiB that need no asking
  CHECK(c.to_host(on) == host);
}

TEST_CASE_FIXTURE(fixture, "a fault is reported once, and the context goes on working") {
  auto a = device_buffer<int>::filled(on, 1000, 5);
  auto c = device_buffer<int>::zeroed(on, 1001);
  for (int round = 0; round < 3; ++round) {
    copy(on, a.view(), c.view());
    check_thrown<device_error>(errc::out_of_range, "GPUC0602",
                               {"copy: src/main.cpp:17: index 1000 is out of range, size 1000 (block (3,0,0), thread "
                                "(232,0,0))"},
                               [&] { on.synchronize(); });
    CHECK_NOTHROW(ctx.synchronize());
    CHECK(c.to_host(on)[999] == 5);
  }
}

TEST_CASE_FIXTURE(fixture, "every way to fill") {
  check_filled<std::uint8_t>(on, 5, 7);
  check_filled<std::uint16_t>(on, 6, 0x1234);
  check_filled<float>(on, 1001, 1.5f);
  check_filled<double>(on, 1000003, 1.1);
  check_filled<std::uint64_t>(on, 12, 0x1234567812345678u);
  CHECK(device_buffer<int>::zeroed(on, 0).to_host(on).empty());
}

TEST_CASE_FIXTURE(fixture, "buffers are freed behind their last use on another stream") {
  std::vector<int> host = counting(1 << 22);
  auto result = device_buffer<int>::zeroed(on, host.size());
  auto second = ctx.new_stream();
  for (int round = 0; round < 20; ++round) {
    {
      auto a = device_buffer<int>::from_host(on, host);
      for (int i = 0; i < 10; ++i) copy(second, a.view(), result.view());
    }
    // If the memory were free already, this would be it.
    auto other = device_buffer<int>::filled(on, host.size(), -1);
    CHECK(result.to_host(second) == host);
  }
}

TEST_CASE_FIXTURE(fixture, "another context of the same device may be current") {
  const driver::table& calls = *detail::this_machine().driver().calls;
  auto create = reinterpret_cast<driver::result (*)(driver::context*, unsigned, int)>(
      dlsym(dlopen(abi::driver_library_names[0], RTLD_NOW), "cuCtxCreate_v2"));
  REQUIRE((create != nullptr) == true);
  std::vector<int> host = counting(1000);
  auto a = device_buffer<int>::from_host(on, host);
  auto c = device_buffer<int>::zeroed(on, host.size());
  driver::context foreign = nullptr, current = nullptr;
  REQUIRE(create(&foreign, 0, 0) == driver::success);
  copy(on, a.view(), c.view());
  CHECK(c.to_host(on) == host);
  calls.cuCtxGetCurrent(&current);
  CHECK(current == foreign);
  std::jthread without_context([&] { copy(on, a.view(), c.view()); });
  without_context.join();
  CHECK(c.to_host(on) == host);
  calls.cuCtxPopCurrent(&current);
}

TEST_CASE_FIXTURE(fixture, "more memory than there is") {
  check_thrown<out_of_memory>(errc::out_of_memory, "GPUC0604", {ctx.name()},
                              [&] { device_buffer<char>::zeroed(on, std::size_t{1} << 42); });
  CHECK(device_buffer<char>::zeroed(on, 10).to_host(on).size() == 10);
}

int main(int argc, char** argv) {
  try {
    context probe(0);
    std::printf("on %s\n", probe.name().c_str());
  } catch (const device_unavailable& e) {
    std::printf("skipped: %s\n", e.what());
    return 77;
  }
  return doctest::Context(argc, argv).run();
}
