#include "tool/bundle/bundle.h"

#include <cstring>

namespace gpuc::tool {

namespace {

// Bytes that grow at the end; offsets stay true.
class Block {
 public:
  template <class T>
  std::uint64_t reserve(std::size_t count) {
    align(alignof(T));
    std::uint64_t offset = bytes.size();
    bytes.resize(offset + count * sizeof(T));
    return offset;
  }

  template <class T>
  void put(std::uint64_t offset, const T& value) {
    std::memcpy(bytes.data() + offset, &value, sizeof(T));
  }

  // With a NUL behind it.
  std::uint64_t text(const std::string& value) {
    std::uint64_t offset = bytes.size();
    bytes.append(value.c_str(), value.size() + 1);
    return offset;
  }

  void align(std::size_t alignment) { bytes.resize((bytes.size() + alignment - 1) / alignment * alignment); }

  std::string bytes;
};

std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3u;
  return hash;
}

}  // namespace

std::string packBundle(const Bundle& bundle) {
  Block block;
  abi::bundle_header header{};
  std::memcpy(header.magic, abi::bundle_magic, sizeof(header.magic));
  header.version = abi::version;
  header.image_count = static_cast<std::uint32_t>(bundle.images.size());
  header.kernel_count = static_cast<std::uint32_t>(bundle.kernels.size());
  header.site_count = static_cast<std::uint32_t>(bundle.sites.size());
  block.reserve<abi::bundle_header>(1);
  header.images = block.reserve<abi::bundle_image>(bundle.images.size());
  header.kernels = block.reserve<abi::bundle_kernel>(bundle.kernels.size());
  header.sites = block.reserve<abi::bundle_site>(bundle.sites.size());

  for (std::size_t i = 0; i < bundle.kernels.size(); ++i) {
    const BundleKernel& kernel = bundle.kernels[i];
    abi::bundle_kernel row{};
    row.name = block.text(kernel.name);
    row.symbol = block.text(kernel.symbol);
    if (!kernel.missing.empty()) row.missing = block.text(kernel.missing);
    block.put(header.kernels + i * sizeof(row), row);
  }
  for (std::size_t i = 0; i < bundle.sites.size(); ++i) {
    const ReportSite& site = bundle.sites[i];
    abi::bundle_site row{site.kind, site.kernel, site.line, site.column, block.text(site.file), 0};
    if (!site.text.empty()) row.text = block.text(site.text);
    block.put(header.sites + i * sizeof(row), row);
  }
  for (std::size_t i = 0; i < bundle.images.size(); ++i) {
    const BundleImage& image = bundle.images[i];
    block.align(16);  // the driver reads cubins in place
    abi::bundle_image row{image.kind,    image.capability,        image.ptxVersion,
                          image.reports, block.text(image.bytes), image.bytes.size()};
    block.put(header.images + i * sizeof(row), row);
  }
  block.align(16);
  header.size = block.bytes.size();
  header.checksum = checksum(std::string_view(block.bytes).substr(sizeof(header)));
  block.put(0, header);
  return std::move(block.bytes);
}

}  // namespace gpuc::tool
