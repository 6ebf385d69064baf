// Which image a GPU gets, and what is said when it gets none.

#include "gpuc/abi/launch.h"
#include "gpuc/context.hpp"
#include "tests/runtime/fake_driver.h"
#include "tests/runtime/test_program.h"
#include "tests/runtime/thrown.h"

using namespace gpuc;
using namespace gpuc::testing;

namespace {

const std::vector<test_kernel_row> kernels = {{"copy", "copy_0123", ""}};

// The image that a GPU of `major`.`minor` is given first.
std::string chosen(int major, int minor, const std::vector<test_image>& images) {
  fake_driver fake;
  fake.gpus[0].major = major;
  fake.gpus[0].minor = minor;
  test_bundle bundle(images, kernels, {});
  context ctx;
  abi::load(kernel_of("copy", bundle, {}), *ctx.state());
  return fake.last_image;
}

}  // namespace

TEST_CASE("a cubin of the same major, the newest that is not too new, before PTX") {
  using enum abi::image_kind;
  std::vector<test_image> images = {{ptx, 80, 80, "ptx80"},    {cubin, 80, 0, "cubin80"}, {cubin, 86, 0, "cubin86"},
                                    {cubin, 90, 0, "cubin90"}, {ptx, 90, 80, "ptx90"},    {cubin, 100, 0, "cubin100"},
                                    {cubin, 89, 0, "cubin89"}};
  CHECK(chosen(8, 0, images) == "cubin80");
  CHECK(chosen(8, 6, images) == "cubin86");
  CHECK(chosen(8, 7, images) == "cubin86");
  CHECK(chosen(8, 9, images) == "cubin89");
  CHECK(chosen(9, 0, images) == "cubin90");
  CHECK(chosen(10, 3, images) == "cubin100");
  CHECK(chosen(12, 0, images) == "ptx90");
}

TEST_CASE("a bundle is loaded once per context") {
  fake_driver fake;
  test_bundle bundle = plain_bundle();
  auto kernel = kernel_of("copy", bundle, {});
  {
    context ctx, other;
    for (int i = 0; i < 3; ++i) abi::load(kernel, *ctx.state());
    CHECK(fake.live["module"] == 1);
    abi::load(kernel, *other.state());
    CHECK(fake.live["module"] == 2);
  }
  CHECK(fake.total_live() == 0);
}

TEST_CASE("a cubin that the driver refuses: the PTX is tried") {
  fake_driver fake;
  test_bundle bundle({{abi::image_kind::cubin, 90, 0, "cubin"}, {abi::image_kind::ptx, 80, 80, "ptx"}}, kernels, {});
  fake.on_load = [](const char* image) {
    return std::string_view(image) == "cubin" ? driver::invalid_image : driver::success;
  };
  context ctx;
  abi::load(kernel_of("copy", bundle, {}), *ctx.state());
  CHECK(fake.last_image == "ptx");
  CHECK(fake.live["module"] == 1);
}

TEST_CASE("no image for the GPU: both sides are named") {
  fake_driver fake;
  test_bundle bundle({{abi::image_kind::cubin, 80, 0, "a"}, {abi::image_kind::ptx, 100, 88, "b"}}, kernels, {});
  context ctx;
  check_thrown<module_error>(errc::no_image, "GPUC0610",
                             {"Fake H100", "9.0", "sm_80", "compute_100", "gpu.arch", "sm_90"},
                             [&] { abi::load(kernel_of("copy", bundle, {}), *ctx.state()); });
}

TEST_CASE("every image refused: versions, logs and the way out are named") {
  fake_driver fake;
  fake.version = 12050;
  test_bundle bundle({{abi::image_kind::cubin, 90, 0, "cubin"}, {abi::image_kind::ptx, 90, 90, "ptx"}}, kernels, {});
  fake.on_load = [](const char* image) {
    return std::string_view(image) == "cubin" ? driver::no_binary_for_gpu : driver::unsupported_ptx_version;
  };
  context ctx;
  check_thrown<module_error>(errc::image_refused, "GPUC0611",
                             {"CUDA 12.5", "cubin for sm_90: CUDA_ERROR_NO_BINARY_FOR_GPU",
                              "PTX 9.0 for compute_90: CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "up to 8.5",
                              "ptxas says no", "update the driver"},
                             [&] { abi::load(kernel_of("copy", bundle, {}), *ctx.state()); });
  CHECK(fake.live["module"] == 0);
}

TEST_CASE("a refused image in a bundle with a wrong checksum is said to be damaged") {
  fake_driver fake;
  test_bundle bundle = plain_bundle();
  fake.on_load = [](const char*) { return driver::invalid_ptx; };
  bundle.bytes()[sizeof(abi::bundle_header)] ^= 1;
  context ctx;
  check_thrown<module_error>(errc::image_refused, "GPUC0611", {"checksum"},
                             [&] { abi::load(kernel_of("copy", bundle, {}), *ctx.state()); });
}

TEST_CASE("a lost device is not taken for a bad image") {
  fake_driver fake;
  test_bundle bundle({{abi::image_kind::cubin, 90, 0, "cubin"}, {abi::image_kind::ptx, 80, 80, "ptx"}}, kernels, {});
  fake.on_load = [](const char*) { return driver::illegal_address; };
  context ctx;
  check_thrown<driver_error>(errc::driver, "GPUC0603", {"cuModuleLoadDataEx", "CUDA_ERROR_ILLEGAL_ADDRESS"},
                             [&] { abi::load(kernel_of("copy", bundle, {}), *ctx.state()); });
  CHECK(fake.calls_of("cuModuleLoadDataEx") == 1);
}

TEST_CASE("bundles and descriptors of another version, or damaged, are refused") {
  for (bool on_gpu : {false, true}) {
    fake_driver fake;
    context ctx = on_gpu ? context(0) : context::cpu();
    test_bundle bundle = plain_bundle();
    auto kernel = kernel_of("copy", bundle, {});
    auto load = [&] { abi::load(kernel, *ctx.state()); };

    std::string ours = "version " + std::to_string(abi::version);
    kernel.version = abi::version + 5;
    std::string theirs = "version " + std::to_string(kernel.version);
    check_thrown<module_error>(errc::abi_mismatch, "GPUC0613", {theirs, ours, "rebuild"}, load);
    kernel.version = abi::version;
    bundle.header().version = abi::version + 1;
    theirs = "version " + std::to_string(abi::version + 1);
    check_thrown<module_error>(errc::abi_mismatch, "GPUC0613", {theirs, ours}, load);
    bundle.header().version = abi::version;
    bundle.header().sites = bundle.header().size;
    check_thrown<module_error>(errc::no_image, "GPUC0403", {"damaged"}, load);
    bundle.header().magic[0] = 'X';
    check_thrown<module_error>(errc::no_image, "GPUC0403", {"damaged"}, load);
    kernel.name = nullptr;
    check_thrown<module_error>(errc::abi_mismatch, "GPUC0613", {"build the program with gpuc"}, load);
  }
}

TEST_CASE("a kernel that was built for the CPU executor only says why") {
  fake_driver fake;
  test_bundle bundle({{abi::image_kind::ptx, 80, 80, "ptx"}},
                     {{"copy", "copy_0123", "GPUC0316: a kernel needs libdevice and there is none"}}, {});
  context ctx;
  abi::geometry shape{.block = {32, 1, 1}};
  auto kernel = kernel_of("copy", bundle, {});
  abi::load(kernel, *ctx.state());  // the other kernels of the module may be fine
  check_thrown<module_error>(errc::kernel_not_built, "GPUC0612", {"copy:", "GPUC0316", "libdevice"},
                             [&] { abi::prepare(kernel, *ctx.state(), shape); });
  CHECK_NOTHROW(abi::prepare(kernel, *context::cpu().state(), shape));
}
