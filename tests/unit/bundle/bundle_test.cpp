// What the compiler packs is what the runtime reads.
#include "gpuc/error.hpp"
#include "lib/host/bundle_view.h"
#include "tool/bundle/bundle.h"

#include <doctest/doctest.h>

#include <cstring>
#include <memory>

namespace gpuc::tool {
namespace {

using detail::bundle_view;

// As a program has it: aligned for the driver, with nothing behind it.
struct Memory {
  explicit Memory(const std::string& bytes) : bytes(new (std::align_val_t(16)) char[bytes.size()]) {
    std::memcpy(this->bytes, bytes.data(), bytes.size());
  }
  Memory(const Memory&) = delete;
  ~Memory() { operator delete[](bytes, std::align_val_t(16)); }
  char* bytes;
};

Bundle example() {
  Bundle bundle;
  bundle.images.push_back({abi::image_kind::ptx, 80, 70, false, "PTX"});
  bundle.images.push_back({abi::image_kind::cubin, 90, 0, true,
                           std::string("\x7f"
                                       "ELF\0with zeroes",
                                       16)});
  bundle.kernels.push_back({"kernels::map<float>", "map_0123456789abcdef", ""});
  bundle.kernels.push_back({"kernels::wave", "wave_fedcba9876543210", "GPUC0316: no libdevice"});
  bundle.sites.push_back({abi::report_kind::out_of_range, 0, "src/main.cpp", 17, 9, ""});
  bundle.sites.push_back({abi::report_kind::assertion, abi::any_kernel, "include/a.hpp", 3, 1, "i < n"});
  return bundle;
}

TEST_CASE("everything packed is read again") {
  Memory memory(packBundle(example()));
  bundle_view view(memory.bytes);
  CHECK(view.intact());

  REQUIRE(view.images().size() == 2);
  CHECK(view.images()[0].kind == abi::image_kind::ptx);
  CHECK(view.images()[0].capability == 80);
  CHECK(view.images()[0].ptx_version == 70);
  CHECK(view.images()[0].reports == 0);
  CHECK(view.images()[1].reports == 1);
  CHECK(std::string_view(view.data(view.images()[0])) == "PTX");  // the driver takes PTX as a C string
  CHECK(view.images()[1].kind == abi::image_kind::cubin);
  CHECK(std::string_view(view.data(view.images()[1]), view.images()[1].size) == example().images[1].bytes);

  REQUIRE(view.kernels().size() == 2);
  CHECK(view.text(view.kernels()[0].name) == "kernels::map<float>");
  CHECK(view.text(view.kernels()[0].symbol) == "map_0123456789abcdef");
  CHECK(view.kernels()[0].missing == 0);
  CHECK(view.text(view.kernels()[1].missing) == "GPUC0316: no libdevice");

  REQUIRE(view.sites().size() == 2);
  CHECK(view.sites()[0].kind == abi::report_kind::out_of_range);
  CHECK(view.sites()[0].kernel == 0);
  CHECK(view.text(view.sites()[0].file) == "src/main.cpp");
  CHECK(view.sites()[0].line == 17);
  CHECK(view.sites()[0].column == 9);
  CHECK(view.sites()[0].text == 0);
  CHECK(view.sites()[1].kernel == abi::any_kernel);
  CHECK(view.text(view.sites()[1].text) == "i < n");
}

TEST_CASE("an empty bundle") {
  Memory memory(packBundle({}));
  bundle_view view(memory.bytes);
  CHECK(view.intact());
  CHECK(view.images().empty());
  CHECK(view.kernels().empty());
  CHECK(view.sites().empty());
}

TEST_CASE("the same input gives the same bytes") { CHECK(packBundle(example()) == packBundle(example())); }

TEST_CASE("images lie where the driver can read them in place") {
  for (std::size_t length = 0; length < 20; ++length) {
    Bundle bundle = example();
    bundle.kernels[0].name.assign(length, 'k');
    Memory memory(packBundle(bundle));
    bundle_view view(memory.bytes);
    for (const abi::bundle_image& image : view.images())
      CHECK(reinterpret_cast<std::uintptr_t>(view.data(image)) % 16 == 0);
  }
}

TEST_CASE("every changed byte is noticed") {
  std::string bytes = packBundle(example());
  for (std::size_t i = sizeof(abi::bundle_header); i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] ^= 0x20;
    Memory memory(changed);
    CHECK_FALSE(bundle_view(memory.bytes).intact());
  }
}

TEST_CASE("what is not a bundle, and a bundle of another version, are refused") {
  std::string bytes = packBundle(example());
  std::string other = bytes;
  other[0] = 'g';
  CHECK_THROWS_WITH_AS(bundle_view(Memory(other).bytes), doctest::Contains("damaged"), module_error);
  CHECK_THROWS_AS(bundle_view(nullptr), module_error);
  other = bytes;
  other[offsetof(abi::bundle_header, version)] += 1;
  CHECK_THROWS_WITH_AS(bundle_view(Memory(other).bytes), doctest::Contains("version"), module_error);
  other = bytes;
  other[offsetof(abi::bundle_header, kernel_count) + 2] = 1;  // 65536 more kernels than there is room for
  CHECK_THROWS_WITH_AS(bundle_view(Memory(other).bytes), doctest::Contains("outside"), module_error);
}

}  // namespace
}  // namespace gpuc::tool
