// What prepare_* accepts: a launch shape against contract and device.

#include "gpuc/abi/launch.h"
#include "gpuc/context.hpp"
#include "gpuc/covering.hpp"
#include "gpuc/launch_config.hpp"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/test_program.h"
#include "tests/runtime/thrown.h"

#include <array>

using namespace gpuc;
using namespace gpuc::testing;

namespace {

struct fixture {
  fake_driver fake;
  context ctx;
  test_bundle bundle = plain_bundle();
  abi::kernel kernel = kernel_of("copy", bundle, {});

  template <class Config>
  abi::prepared_state prepare(const Config& config) {
    return abi::prepare(kernel, *ctx.state(), config.shape());
  }
  template <class Config>
  void refused(errc kind, std::initializer_list<std::string_view> words, const Config& config) {
    check_thrown<launch_error>(kind, "GPUC0601", words, [&] { prepare(config); });
  }
  void fix_block(unsigned x, unsigned y = 1, unsigned z = 1) {
    kernel.contract.block[0] = x, kernel.contract.block[1] = y, kernel.contract.block[2] = z;
  }
};

using grid3 = std::array<std::uint32_t, 3>;
grid3 grid_of(const abi::prepared_state& prepared) { return {prepared.grid[0], prepared.grid[1], prepared.grid[2]}; }
grid3 block_of(const abi::prepared_state& prepared) {
  return {prepared.block[0], prepared.block[1], prepared.block[2]};
}

}  // namespace

TEST_CASE_FIXTURE(fixture, "configurations and coverings give grid and block") {
  auto prepared = prepare(launch_config_1d{.grid = 4, .block = 256});
  CHECK(grid_of(prepared) == grid3{4, 1, 1});
  CHECK(block_of(prepared) == grid3{256, 1, 1});
  CHECK(prepared.function != nullptr);
  CHECK_FALSE(prepared.nothing);
  CHECK(grid_of(prepare(covering(1000, 192))) == grid3{6, 1, 1});
  CHECK(grid_of(prepare(covering(1024, 256))) == grid3{4, 1, 1});
  CHECK(grid_of(prepare(covering(1025, 256))) == grid3{5, 1, 1});

  fix_block(256);
  CHECK(grid_of(prepare(covering(1000))) == grid3{4, 1, 1});
  CHECK(block_of(prepare(launch_config_1d{.grid = 3})) == grid3{256, 1, 1});

  kernel.contract.domain = 2;
  fix_block(32, 8);
  auto tall = prepare(covering(extent_2d{.x = 100, .y = 33}));
  CHECK(grid_of(tall) == grid3{4, 5, 1});
  CHECK(block_of(tall) == grid3{32, 8, 1});
  kernel.contract.domain = 3;
  fix_block(8, 8, 4);
  CHECK(grid_of(prepare(covering(extent_3d{9, 8, 7}))) == grid3{2, 1, 2});
  CHECK(grid_of(prepare(launch_config_3d{.grid = {2, 3, 4}, .block = {8, 8, 4}})) == grid3{2, 3, 4});
}

TEST_CASE_FIXTURE(fixture, "covering nothing is legal and launches nothing") {
  fix_block(256);
  CHECK(prepare(covering(std::uint64_t{0})).nothing);
  kernel.contract.domain = 2;
  CHECK(prepare(covering(extent_2d{0, 5})).nothing);
}

TEST_CASE_FIXTURE(fixture, "zero dimensions") {
  refused(errc::zero_dimension, {"copy: ", "grid of 0", "x"}, launch_config_1d{.grid = 0, .block = 256});
  kernel.contract.domain = 2;
  refused(errc::zero_dimension, {"grid of 3 x 0 x 1", "along y"}, launch_config_2d{.grid = {3, 0}, .block = {8, 8}});
  refused(errc::zero_dimension, {"block of 8 x 0 x 1", "along y"}, launch_config_2d{.grid = {3, 3}, .block = {8, 0}});
}

TEST_CASE_FIXTURE(fixture, "the contract: domain, block, bounds, shared memory, capability") {
  refused(errc::block_not_given, {"covering(n, 256)"}, covering(100));
  refused(errc::domain_mismatch, {"2-dimensional", "domain is 1"}, launch_config_2d{.grid = {1, 1}, .block = {8, 8}});
  fix_block(256);
  refused(errc::block_shape_mismatch, {"copy: block of 128 threads, but the contract requires 256"},
          launch_config_1d{.grid = 4, .block = 128});
  refused(errc::block_shape_mismatch, {"192", "256"}, covering(100, 192));

  fix_block(0);
  kernel.contract.max_threads = 128;
  refused(errc::threads_exceeded, {"129 threads", "128"}, launch_config_1d{.grid = 1, .block = 129});
  CHECK_NOTHROW(prepare(launch_config_1d{.grid = 1, .block = 128}));
  kernel.contract.dynamic_shared_least = kernel.contract.dynamic_shared_most = 4096;
  refused(errc::dynamic_shared_mismatch, {"0 bytes", "4096"}, launch_config_1d{.grid = 1, .block = 128});
  CHECK_NOTHROW(prepare(launch_config_1d{.grid = 1, .block = 128, .dynamic_shared = 4096}));
  CHECK(prepare(covering(5, 128).with_dynamic_shared(4096)).dynamic_shared == 4096);
  kernel.contract.dynamic_shared_least = 1024;
  refused(errc::dynamic_shared_range, {"copy: 1023 bytes", "1024 to 4096"}, covering(5, 128).with_dynamic_shared(1023));
  refused(errc::dynamic_shared_range, {"4097 bytes", "1024 to 4096"}, covering(5, 128).with_dynamic_shared(4097));
  CHECK_NOTHROW(prepare(covering(5, 128).with_dynamic_shared(1024)));
  kernel.contract.min_capability = 100;
  refused(errc::capability_too_low, {"10.0", "9.0", "Fake H100"},
          launch_config_1d{.grid = 1, .block = 128, .dynamic_shared = 4096});
}

TEST_CASE_FIXTURE(fixture, "what the device allows") {
  refused(errc::device_dimension_exceeded, {"1025", "1024", "Fake H100"}, launch_config_1d{.grid = 1, .block = 1025});
  refused(errc::device_dimension_exceeded, {"2147483648", "2147483647"},
          launch_config_1d{.grid = 0x80000000u, .block = 1});
  CHECK_NOTHROW(prepare(launch_config_1d{.grid = 0x7fffffffu, .block = 1024}));
  refused(errc::device_dimension_exceeded, {"4294967297"}, launch_config_1d{.grid = (1ull << 32) + 1, .block = 1});
  refused(errc::device_dimension_exceeded, {"18446744073709551615"}, launch_config_1d{.grid = 1, .block = ~0ull});
  refused(errc::device_dimension_exceeded, {"72057594037927936"}, covering(~0ull, 256));
  kernel.contract.domain = 3;
  refused(errc::device_dimension_exceeded, {"65 along z", "64"}, launch_config_3d{.block = {1, 1, 65}});
  refused(errc::device_dimension_exceeded, {"65536 along y", "65535"},
          launch_config_3d{.grid = {1, 65536, 1}, .block = {1, 1, 1}});
  refused(errc::device_dimension_exceeded, {"65536 along z"},
          launch_config_3d{.grid = {1, 1, 65536}, .block = {1, 1, 1}});
  CHECK_NOTHROW(prepare(launch_config_3d{.grid = {1, 65535, 65535}, .block = {1, 1, 64}}));
  refused(errc::thread_count_overflow, {"2147483647 x 65535 x 65535", "1024 threads", "18446744073709551615"},
          launch_config_3d{.grid = {0x7fffffff, 65535, 65535}, .block = {32, 32, 1}});
  CHECK_NOTHROW(prepare(launch_config_3d{.grid = {0x7fffffff, 65535, 65535}, .block = {1, 1, 1}}));
  refused(errc::device_threads_exceeded, {"1040 threads", "1024"}, launch_config_3d{.block = {52, 20, 1}});
  fake.function_max_threads = 640;
  kernel = kernel_of("copy", bundle, {});
  context fresh;
  check_thrown<launch_error>(errc::function_threads_exceeded, "GPUC0601", {"641", "640", "registers"}, [&] {
    abi::prepare(kernel, *fresh.state(), launch_config_1d{.grid = 1, .block = 641}.shape());
  });
}

TEST_CASE_FIXTURE(fixture, "shared memory: static and dynamic together, and the opt-in above 48 KiB") {
  refused(errc::shared_memory_exceeded, {"copy", "1048576", "232448"},
          launch_config_1d{.grid = 4, .block = 256, .dynamic_shared = 1 << 20});
  kernel.static_shared = 1000;
  refused(errc::shared_memory_exceeded, {"231449", "1000", "232448"},
          launch_config_1d{.grid = 4, .block = 256, .dynamic_shared = 231449});
  refused(errc::shared_memory_overflow, {"18446744073709551615", "1000"},
          launch_config_1d{.grid = 4, .block = 256, .dynamic_shared = ~0ull});

  fake.function_static_shared = 1000;
  prepare(launch_config_1d{.grid = 4, .block = 256, .dynamic_shared = 48152});
  CHECK(fake.max_dynamic_shared.empty());
  prepare(launch_config_1d{.grid = 4, .block = 256, .dynamic_shared = 100000});
  CHECK(fake.max_dynamic_shared["copy_0123"] == 100000);
  prepare(launch_config_1d{.grid = 4, .block = 256, .dynamic_shared = 50000});  // not lowered
  CHECK(fake.max_dynamic_shared["copy_0123"] == 100000);
  CHECK(fake.calls_of("cuModuleGetFunction") == 1);
}

TEST_CASE_FIXTURE(fixture, "the CPU executor has a Hopper GPU's limits") {
  ctx = context::cpu();
  CHECK(prepare(launch_config_1d{.grid = 4, .block = 1024}).function == nullptr);
  refused(errc::device_dimension_exceeded, {"1025", "CPU executor"}, launch_config_1d{.grid = 1, .block = 1025});
  refused(errc::shared_memory_exceeded, {"232449", "232448"},
          launch_config_1d{.grid = 1, .block = 1, .dynamic_shared = 232449});
  CHECK_NOTHROW(prepare(launch_config_1d{.grid = 1, .block = 1, .dynamic_shared = 232448}));
}

TEST_CASE_FIXTURE(fixture, "a cooperative kernel needs a device that can, and room for all its blocks") {
  kernel.contract.cooperative = 1;
  fake.blocks_per_multiprocessor = 3;
  CHECK_NOTHROW(prepare(launch_config_1d{.grid = 396, .block = 256}));  // 3 x 132
  refused(errc::cooperative_grid_exceeded, {"copy: grid of 397 blocks of 256 threads", "runs 396", "Fake H100"},
          launch_config_1d{.grid = 397, .block = 256});
  CHECK(prepare(covering(std::uint64_t{0}, 256)).nothing);
  CHECK(fake.calls_of("cuOccupancyMaxActiveBlocksPerMultiprocessor") == 3);
  fake.gpus[0].cooperative = false;
  kernel = kernel_of("copy", bundle, {});
  kernel.contract.cooperative = 1;
  context without;
  check_thrown<launch_error>(errc::cooperative_unsupported, "GPUC0601", {"copy: ", "support 1", "has 0", "Fake H100"},
                             [&] { abi::prepare(kernel, *without.state(), launch_config_1d{.block = 32}.shape()); });
  kernel.contract.cooperative = 0;
  CHECK_NOTHROW(abi::prepare(kernel, *without.state(), launch_config_1d{.grid = 1000, .block = 32}.shape()));

  context cpu = context::cpu();
  kernel.contract.cooperative = 1;
  CHECK_NOTHROW(abi::prepare(kernel, *cpu.state(), launch_config_1d{.grid = 64, .block = 256}.shape()));
  check_thrown<launch_error>(
      errc::cooperative_grid_exceeded, "GPUC0601", {"65 blocks of 256 threads", "runs 64", "CPU executor"},
      [&] { abi::prepare(kernel, *cpu.state(), launch_config_1d{.grid = 65, .block = 256}.shape()); });
}

TEST_CASE_FIXTURE(fixture, "more than 2^31 and 2^32 elements are covered exactly, or refused") {
  fix_block(256);
  CHECK(grid_of(prepare(covering((1ull << 31) + 5))) == grid3{8388609, 1, 1});
  CHECK(grid_of(prepare(covering((1ull << 32) + 5))) == grid3{16777217, 1, 1});
  CHECK(grid_of(prepare(covering(0x7fffffffull * 256))) == grid3{0x7fffffff, 1, 1});
  refused(errc::device_dimension_exceeded, {"2147483648", "2147483647"}, covering(0x7fffffffull * 256 + 1));
  kernel.contract.domain = 2;
  fix_block(16, 16);
  CHECK(grid_of(prepare(covering(extent_2d{(1ull << 32) + 1, 65535 * 16}))) == grid3{268435457, 65535, 1});
  refused(errc::device_dimension_exceeded, {"65536 along y", "65535"}, covering(extent_2d{1, 65535 * 16 + 1}));
}

TEST_CASE_FIXTURE(fixture, "a kernel with raw pointers has no checked launch") {
  kernel.checked = 0;
  refused(errc::unchecked_kernel, {"copy", "pointer"}, launch_config_1d{.grid = 1, .block = 1});
}

TEST_CASE("covering takes buffers, views and matrices") {
  context ctx = context::cpu();
  auto buffer = device_buffer<int>::zeroed(ctx.default_stream(), 60);
  auto extent = [](const covering& c) {
    return grid3{static_cast<std::uint32_t>(c.shape().extent[0]), static_cast<std::uint32_t>(c.shape().extent[1]),
                 static_cast<std::uint32_t>(c.shape().domain)};
  };
  CHECK(extent(covering(buffer)) == grid3{60, 1, 1});
  CHECK(extent(covering(buffer.view(3, 7))) == grid3{7, 1, 1});
  CHECK(extent(covering(as_matrix(buffer, 5, 12))) == grid3{12, 5, 2});
}
