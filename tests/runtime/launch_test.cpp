// What a launch looks at, and what reaches the driver.

#include "gpuc/abi/launch.h"
#include "gpuc/context.hpp"
#include "gpuc/device_buffer.hpp"
#include "gpuc/launch_config.hpp"
#include "gpuc/matrix.hpp"
#include "gpuc/slice.hpp"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/test_program.h"
#include "tests/runtime/thrown.h"

#include <cstring>

using namespace gpuc;
using namespace gpuc::testing;

namespace {

// Requirements of a kernel `copy(n, a, c, m)`, as the compiler makes them of
//   launch_requires(a.size() >= c.size());           line 13
//   launch_requires(n * n <= m.rows());              line 14, may wrap
void requirements(void* const* arguments) {
  auto n = *static_cast<const std::int32_t*>(arguments[0]);
  auto* a = static_cast<const slice_object*>(arguments[1]);
  auto* c = static_cast<const slice_object*>(arguments[2]);
  auto* m = static_cast<const matrix_object*>(arguments[3]);
  __gpuc_requires(a->size >= c->size, 0);
  auto side = static_cast<std::uint32_t>(n);
  if (side > 65535) __gpuc_requirement_wrapped();
  __gpuc_requires(side * side <= m->rows, 1);
}

const std::vector<abi::parameter> parameters = {value_of("n", 4, abi::integer_kind::signed_integer), slice_of("a", 4),
                                                disjoint_slice_of("c", 4), matrix_of("m", 4)};
const abi::requirement requirement_rows[] = {{"a.size() >= c.size()", "src/main.cpp", 13, 0, 0b0110},
                                             {"n * n <= m.rows()", "src/main.cpp", 14, 0, 0b1001}};

struct fixture {
  fake_driver fake;
  context ctx;
  stream on = ctx.default_stream();
  test_bundle bundle = plain_bundle();
  abi::kernel kernel = kernel_of("copy", bundle, parameters);
  device_buffer<float> buffer = device_buffer<float>::zeroed(on, 1024);
  device_buffer<float> output = device_buffer<float>::zeroed(on, 512);
  device_buffer<float> rows = device_buffer<float>::zeroed(on, 600);
  std::int32_t n = 3;

  fixture() {
    kernel.requirements_body = &requirements;
    kernel.requirements = requirement_rows;
    kernel.requirement_count = 2;
  }
  abi::prepared_state prepare() {
    return abi::prepare(kernel, *ctx.state(), launch_config_1d{.grid = 4, .block = 256}.shape());
  }
  void launch(const stream& where, device_view<const float> a, device_view<const float> c, matrix_view<const float> m) {
    slice_object a_object = object_of(a), c_object = object_of(c);
    matrix_object m_object = object_of(m);
    const abi::argument arguments[] = {{&n}, pack(a, a_object), pack(c, c_object), pack(m, m_object)};
    abi::launch(prepare(), *where.state(), arguments);
  }
  void launch(device_view<const float> a, device_view<const float> c) { launch(on, a, c, as_matrix(rows, 30, 20)); }
  void refused(errc kind, std::initializer_list<std::string_view> words, device_view<const float> a,
               device_view<const float> c) {
    fake.log.clear();
    check_thrown<launch_error>(kind, "GPUC0601", words, [&] { launch(a, c); });
    CHECK(fake.calls_of("cuLaunchKernel") == 0);
  }
};

}  // namespace

TEST_CASE("the layout of views is what the runtime reads") {
  float data[6];
  slice<const float> view(data, 6);
  slice_object seen;
  static_assert(sizeof view == sizeof seen);
  std::memcpy(&seen, &view, sizeof seen);
  CHECK(seen.data == data);
  CHECK(seen.size == 6);
  matrix<const float> wide(data, 2, 3);
  matrix_object seen_matrix;
  static_assert(sizeof wide == sizeof seen_matrix);
  std::memcpy(&seen_matrix, &wide, sizeof seen_matrix);
  CHECK(seen_matrix.data == data);
  CHECK(seen_matrix.rows == 2);
  CHECK(seen_matrix.columns == 3);
}

TEST_CASE_FIXTURE(fixture, "a view reaches the driver as its fields, a value as it is") {
  int launches = 0;
  fake.on_launch = [&](const fake_launch& launched) {
    ++launches;
    CHECK(launched.function == "copy_0123");
    CHECK(launched.grid[0] == 4);
    CHECK(launched.block[0] == 256);
    void** p = launched.parameters;
    CHECK(*static_cast<std::int32_t*>(p[0]) == 3);
    CHECK(*static_cast<void**>(p[1]) == buffer.view().data());
    CHECK(*static_cast<std::uint64_t*>(p[2]) == 1024);
    CHECK(*static_cast<void**>(p[3]) == output.view().data());
    CHECK(*static_cast<std::uint64_t*>(p[4]) == 512);
    CHECK(*static_cast<void**>(p[5]) == rows.view().data());
    CHECK(*static_cast<std::uint64_t*>(p[6]) == 30);
    CHECK(*static_cast<std::uint64_t*>(p[7]) == 20);
  };
  launch(buffer.view(), output.view());
  CHECK(launches == 1);
}

TEST_CASE_FIXTURE(fixture, "a launch asks the driver for nothing but the launch") {
  auto token = prepare();
  slice_object a = object_of(buffer.view()), c = object_of(output.view());
  auto m_view = as_matrix(rows, 30, 20);
  matrix_object m = object_of(m_view);
  const abi::argument arguments[] = {{&n}, pack(buffer.view(), a), pack(output.view(), c), pack(m_view, m)};
  std::string default_stream = std::to_string(reinterpret_cast<std::uintptr_t>(on.native_handle()));
  fake.log.clear();
  abi::launch(token, *on.state(), arguments);
  CHECK(fake.log == std::vector<std::string>{"cuLaunchKernel " + default_stream});
}

TEST_CASE_FIXTURE(fixture, "size requirements, with the values of what they name") {
  refused(errc::size_requirement,
          {"copy: ", "a.size() >= c.size()", "src/main.cpp:13", "a.size() is 511", "c.size() is 512"},
          buffer.view(0, 511), output.view());
  n = 6;
  refused(errc::size_requirement,
          {"n * n <= m.rows()", "src/main.cpp:14", "n is 6", "m.rows() is 30", "m.cols() is 20"}, buffer.view(),
          output.view());
  n = -1;
  refused(errc::requirement_overflow, {"n is -1", "overflows"}, buffer.view(), output.view());
  n = 65536;  // its square is 0 in 32 bits
  refused(errc::requirement_overflow, {"n is 65536", "src/main.cpp:14"}, buffer.view(), output.view());
  n = 5;
  CHECK_NOTHROW(launch(buffer.view(), output.view()));
}

TEST_CASE_FIXTURE(fixture, "the first requirement that fails is the one that is shown") {
  n = 6;
  refused(errc::size_requirement, {"src/main.cpp:13"}, buffer.view(0, 1), output.view());
}

TEST_CASE_FIXTURE(fixture, "overlap is by address, views included") {
  refused(errc::overlapping_arguments, {"copy: ", "'a'", "'c'", "100 elements"}, buffer.view(0, 600),
          buffer.view(500, 524));
  refused(errc::overlapping_arguments, {"1 element,"}, buffer.view(0, 513), buffer.view(512, 512));
  refused(errc::overlapping_arguments, {"'c' and 'm'", "512 elements"}, buffer.view(), rows.view(0, 512));
  CHECK_NOTHROW(launch(buffer.view(0, 512), buffer.view(512, 512)));
  auto [left, right] = buffer.split_at(512);
  CHECK_NOTHROW(launch(left, right));
  refused(errc::overlapping_arguments, {"512 elements"}, buffer.view(), right);
  CHECK_NOTHROW(launch(buffer.view(), buffer.view(100, 0)));
  // Shared arguments may be the same memory.
  CHECK_NOTHROW(launch(on, buffer.view(0, 600), output.view(), as_matrix(buffer.view(0, 600), 30, 20)));
}

TEST_CASE_FIXTURE(fixture, "two exclusive arguments, and elements of different sizes") {
  std::vector<abi::parameter> two = {disjoint_slice_of("x", 4), disjoint_slice_of("y", 2)};
  kernel = kernel_of("copy", bundle, two);
  auto x = buffer.view(0, 10);
  slice_object x_object = object_of(x), y_object{x.data() + 8, 100};
  const abi::argument arguments[] = {pack(x, x_object), pack(x, y_object)};
  check_thrown<launch_error>(errc::overlapping_arguments, "GPUC0601", {"'x' and 'y'", "8 bytes"},
                             [&] { abi::launch(prepare(), *on.state(), arguments); });
}

TEST_CASE_FIXTURE(fixture, "contexts: of the stream, of every buffer, of a moved one") {
  context other = context::cpu();
  auto matrix = as_matrix(rows, 30, 20);
  check_thrown<launch_error>(errc::context_mismatch, "GPUC0601", {"copy: ", "stream", "CPU executor", "Fake H100"},
                             [&] { launch(other.new_stream(), buffer.view(), output.view(), matrix); });
  auto foreign = device_buffer<float>::zeroed(other.default_stream(), 256);
  refused(errc::context_mismatch, {"'c'", "CPU executor", "Fake H100"}, buffer.view(), foreign.view());
  auto moved = std::move(output);
  refused(errc::context_mismatch, {"'c'", "moved"}, buffer.view(), output.view());
}

TEST_CASE_FIXTURE(fixture, "covering nothing is checked and does not reach the driver") {
  auto token = abi::prepare(kernel, *ctx.state(),
                            abi::geometry{.block = {256, 1, 1}, .extent = {0, 1, 1}, .extent_given = true});
  auto matrix = as_matrix(rows, 30, 20);
  slice_object a = object_of(buffer.view(0, 1)), c = object_of(output.view());
  matrix_object m = object_of(matrix);
  const abi::argument arguments[] = {{&n}, pack(buffer.view(), a), pack(output.view(), c), pack(matrix, m)};
  check_thrown<launch_error>(errc::size_requirement, "GPUC0601", {},
                             [&] { abi::launch(token, *on.state(), arguments); });
  a.size = 512;
  abi::launch(token, *on.state(), arguments);
  CHECK(fake.calls_of("cuLaunchKernel") == 0);
}

TEST_CASE_FIXTURE(fixture, "an unchecked launch checks shape, sizes and contexts, not aliasing") {
  kernel.checked = 0;
  kernel.contract.domain = 0;
  auto matrix = as_matrix(rows, 30, 20);
  slice_object a = object_of(buffer.view()), c = object_of(buffer.view());
  matrix_object m = object_of(matrix);
  const abi::argument arguments[] = {{&n}, pack(buffer.view(), a), pack(buffer.view(), c), pack(matrix, m)};
  auto launch_with = [&](launch_config_3d config) {
    abi::launch_unchecked(kernel, *ctx.state(), *on.state(), config.shape(), arguments);
  };
  launch_with({.grid = {2}, .block = {64}});
  CHECK(fake.calls_of("cuLaunchKernel") == 1);
  check_thrown<launch_error>(errc::block_not_given, "GPUC0601", {"block"}, [&] { launch_with({.grid = {2}}); });
  check_thrown<launch_error>(errc::zero_dimension, "GPUC0601", {"grid"},
                             [&] { launch_with({.grid = {0}, .block = {64}}); });
  a.size = 1;
  check_thrown<launch_error>(errc::size_requirement, "GPUC0601", {"a.size() is 1"},
                             [&] { launch_with({.grid = {2}, .block = {64}}); });
}

TEST_CASE_FIXTURE(fixture, "a cooperative kernel is launched as one") {
  int cooperative = 0;
  fake.on_launch = [&](const fake_launch& launched) {
    CHECK(*static_cast<std::uint64_t*>(launched.parameters[2]) == 1024);
    cooperative += launched.cooperative;
  };
  launch(buffer.view(), output.view());
  CHECK(cooperative == 0);
  kernel.contract.cooperative = 1;
  launch(buffer.view(), output.view());
  CHECK(cooperative == 1);
  CHECK(fake.calls_of("cuLaunchKernel") == 1);
  CHECK(fake.calls_of("cuLaunchCooperativeKernel") == 1);
  fake.fail_once("cuLaunchCooperativeKernel", static_cast<driver::result>(720));
  check_thrown<driver_error>(errc::driver, "GPUC0603", {"copy: ", "cuLaunchCooperativeKernel"},
                             [&] { launch(buffer.view(), output.view()); });
}

TEST_CASE_FIXTURE(fixture, "a launch that the driver refuses names kernel and call") {
  fake.fail_once("cuLaunchKernel", static_cast<driver::result>(701));
  check_thrown<driver_error>(errc::driver, "GPUC0603",
                             {"copy: ", "cuLaunchKernel", "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"},
                             [&] { launch(buffer.view(), output.view()); });
  CHECK_NOTHROW(launch(buffer.view(), output.view()));
}

TEST_CASE_FIXTURE(fixture, "a launch on another stream orders the buffers it uses") {
  auto second = ctx.new_stream();
  fake.log.clear();
  auto matrix = as_matrix(rows, 30, 20);
  launch(second, buffer.view(), output.view(), matrix);
  CHECK(fake.calls_of("cuStreamWaitEvent") == 3);
  launch(second, buffer.view(), output.view(), matrix);
  CHECK(fake.calls_of("cuStreamWaitEvent") == 3);
}

TEST_CASE_FIXTURE(fixture, "kernels with very many parameters") {
  std::vector<abi::parameter> many(100, value_of("v", 4, abi::integer_kind::unsigned_integer));
  kernel = kernel_of("copy", bundle, many);
  std::vector<std::uint32_t> values(100);
  std::vector<abi::argument> arguments;
  for (std::uint32_t i = 0; i < 100; ++i) values[i] = i * i, arguments.push_back({&values[i]});
  bool same = true;
  fake.on_launch = [&](const fake_launch& launched) {
    for (std::uint32_t i = 0; i < 100; ++i) same &= *static_cast<std::uint32_t*>(launched.parameters[i]) == i * i;
  };
  abi::launch(prepare(), *on.state(), arguments.data());
  CHECK(same);
  CHECK(fake.calls_of("cuLaunchKernel") == 1);
}
