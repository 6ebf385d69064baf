#include "lib/host/bundle_view.h"

#include "gpuc/abi/kernel.h"
#include "gpuc/error.hpp"
#include "lib/host/text.h"

#include <cstring>

namespace gpuc::detail {

namespace {

[[noreturn]] void damaged(std::string_view what) {
  throw module_error(errc::no_image, 403, {},
                     concat("the device bundle of this program is damaged: ", what, "; rebuild the program"));
}

// Whether `count` objects of `size` bytes at `offset` lie behind the header and inside of the bundle.
bool inside(const abi::bundle_header& header, std::uint64_t offset, std::uint64_t count, std::uint64_t size) {
  if (count == 0) return true;
  return offset >= sizeof(abi::bundle_header) && offset <= header.size && offset % 8 == 0 &&
         count <= (header.size - offset) / size;
}

}  // namespace

bundle_view::bundle_view(const void* bundle) : base_(static_cast<const char*>(bundle)) {
  if (base_ == nullptr || std::memcmp(base_, abi::bundle_magic, sizeof abi::bundle_magic) != 0)
    damaged("it does not start as one");
  const abi::bundle_header& h = header();
  if (h.version != abi::version)
    throw module_error(errc::abi_mismatch, 613, {},
                       concat("a device bundle has version ", h.version, ", but this runtime reads version ",
                              abi::version, "; rebuild the whole program with one gpuc"));
  if (h.size < sizeof h || !inside(h, h.images, h.image_count, sizeof(abi::bundle_image)) ||
      !inside(h, h.kernels, h.kernel_count, sizeof(abi::bundle_kernel)) ||
      !inside(h, h.sites, h.site_count, sizeof(abi::bundle_site)))
    damaged("a table lies outside of it");
}

const abi::bundle_header& bundle_view::header() const noexcept {
  return *reinterpret_cast<const abi::bundle_header*>(base_);
}

std::span<const abi::bundle_image> bundle_view::images() const noexcept {
  return {reinterpret_cast<const abi::bundle_image*>(base_ + header().images), header().image_count};
}
std::span<const abi::bundle_kernel> bundle_view::kernels() const noexcept {
  return {reinterpret_cast<const abi::bundle_kernel*>(base_ + header().kernels), header().kernel_count};
}
std::span<const abi::bundle_site> bundle_view::sites() const noexcept {
  return {reinterpret_cast<const abi::bundle_site*>(base_ + header().sites), header().site_count};
}

const char* bundle_view::data(const abi::bundle_image& image) const {
  if (image.offset > header().size || image.size > header().size - image.offset) damaged("an image lies outside of it");
  return base_ + image.offset;
}

std::string_view bundle_view::text(std::uint64_t offset) const noexcept {
  if (offset == 0 || offset >= header().size) return {};
  return {base_ + offset, strnlen(base_ + offset, header().size - offset)};
}

bool bundle_view::intact() const noexcept {
  std::uint64_t hash = 0xcbf29ce484222325u;  // FNV-1a
  for (std::uint64_t i = sizeof(abi::bundle_header); i < header().size; ++i)
    hash = (hash ^ static_cast<unsigned char>(base_[i])) * 0x100000001b3u;
  return hash == header().checksum;
}

}  // namespace gpuc::detail
