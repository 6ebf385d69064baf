#include "lib/include/gpuc/abi/bundle.h"
#include "lib/include/gpuc/abi/kernel.h"
#include "tests/unit/temporary_directory.h"
#include "tool/driver/bundle_file.h"

#include <cstring>

namespace gpuc::tool::driver {
namespace {

std::uint64_t fnv1a(std::string_view bytes) {
  std::uint64_t hash = 14695981039346656037u;
  for (unsigned char byte : bytes) {
    hash ^= byte;
    hash *= 1099511628211u;
  }
  return hash;
}

template <class T>
void put(std::string& bytes, std::size_t at, const T& value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

// Two kernels, of which one is missing, and PTX for two architectures.
std::string bundle() {
  constexpr std::size_t images = sizeof(abi::bundle_header), kernels = images + 2 * sizeof(abi::bundle_image),
                        strings = kernels + 2 * sizeof(abi::bundle_kernel);
  std::string bytes(strings, '\0');
  auto text = [&](std::string_view string) {
    std::uint64_t at = bytes.size();
    bytes += string;
    bytes += '\0';
    return at;
  };
  std::uint64_t high = text("PTX of 90"), low = text("PTX of 80");
  put(bytes, images, abi::bundle_image{abi::image_kind::ptx, 90, 78, 0, high, 9});
  put(bytes, images + sizeof(abi::bundle_image), abi::bundle_image{abi::image_kind::ptx, 80, 70, 0, low, 9});
  std::uint64_t name = text("k::a"), symbol = text("a_0"), other = text("k::b"), why = text("GPUC0316: no libdevice");
  put(bytes, kernels, abi::bundle_kernel{name, symbol, 0});
  put(bytes, kernels + sizeof(abi::bundle_kernel), abi::bundle_kernel{other, symbol, why});
  abi::bundle_header header = {};
  std::memcpy(header.magic, abi::bundle_magic, sizeof header.magic);
  header.version = abi::version;
  header.image_count = header.kernel_count = 2;
  header.images = images;
  header.kernels = kernels;
  header.size = bytes.size();
  header.checksum = fnv1a(std::string_view(bytes).substr(sizeof header));
  put(bytes, 0, header);
  return bytes;
}

TEST_CASE("kernels and the PTX of the lowest architecture") {
  TemporaryDirectory directory;
  Result<BundleFile> file = readBundle(directory.write("b", bundle()));
  REQUIRE(file);
  CHECK(file->ptx == "PTX of 80");
  REQUIRE(file->kernels.size() == 2);
  CHECK(file->kernels[0].name == "k::a");
  CHECK(file->kernels[0].symbol == "a_0");
  CHECK(file->kernels[0].missing == "");
  CHECK(file->kernels[1].missing == "GPUC0316: no libdevice");
}

TEST_CASE("a damaged bundle is GPUC0403, wherever the damage is") {
  TemporaryDirectory directory;
  std::string whole = bundle();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    // The count of report sites and their table are the runtime's.
    bool sites = (at >= 20 && at < 24) || (at >= 40 && at < 48);
    if (sites) continue;
    std::string damaged = whole;
    damaged[at] ^= 0x40;
    Result<BundleFile> file = readBundle(directory.write("b", damaged));
    REQUIRE_FALSE_MESSAGE(file, at);
    CHECK(file.error().code == static_cast<int>(Code::BundleDamaged));
  }
  CHECK_FALSE(readBundle(directory.write("b", whole.substr(0, 30))));
  CHECK_FALSE(readBundle(directory.write("b", whole + "x")));
}

TEST_CASE("other kernels' entries are left out of the PTX") {
  std::string ptx = ".version 7.0\n\n.visible .entry a_0(\n\t.param .u64 a_0_param_0\n)\n{\n\tret;\n}\n"
                    ".func helper()\n{\n\tret;\n}\n.visible .entry b_0()\n{\n\t{\n\tret;\n\t}\n}\n// end\n";
  CHECK(ptxOf(ptx, "b_0") ==
        ".version 7.0\n\n.func helper()\n{\n\tret;\n}\n.visible .entry b_0()\n{\n\t{\n\tret;\n\t}\n}\n// end\n");
  CHECK(ptxOf(ptx, "a_0").find("b_0") == std::string::npos);
  CHECK(ptxOf(ptx, "a_0").find("a_0_param_0") != std::string::npos);
}

}  // namespace
}  // namespace gpuc::tool::driver
