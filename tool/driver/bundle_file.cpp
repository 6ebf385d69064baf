#include "tool/driver/bundle_file.h"

#include "lib/include/gpuc/abi/bundle.h"
#include "lib/include/gpuc/abi/kernel.h"
#include "tool/base/disk.h"
#include "tool/base/text.h"

#include <cstring>
#include <optional>

namespace gpuc::tool::driver {

namespace {

// FNV-1a, 64 bits, as the header's checksum.
std::uint64_t checksum(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3u;
  return hash;
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes(bytes) {}

  std::optional<BundleFile> read() {
    abi::bundle_header header;
    if (!load(0, header) || std::memcmp(header.magic, abi::bundle_magic, sizeof header.magic) != 0) return std::nullopt;
    if (header.version != abi::version || header.size != bytes.size()) return std::nullopt;
    if (checksum(bytes.substr(sizeof header)) != header.checksum) return std::nullopt;
    BundleFile file;
    for (std::uint32_t i = 0; i < header.kernel_count; ++i) {
      abi::bundle_kernel kernel;
      if (!load(header.kernels + i * sizeof kernel, kernel)) return std::nullopt;
      BundledKernel& read = file.kernels.emplace_back();
      if (!text(kernel.name, read.name) || !text(kernel.symbol, read.symbol)) return std::nullopt;
      if (kernel.missing != 0 && !text(kernel.missing, read.missing)) return std::nullopt;
    }
    std::uint32_t lowest = UINT32_MAX;
    for (std::uint32_t i = 0; i < header.image_count; ++i) {
      abi::bundle_image image;
      if (!load(header.images + i * sizeof image, image)) return std::nullopt;
      if (image.offset > bytes.size() || image.size > bytes.size() - image.offset) return std::nullopt;
      if (image.kind != abi::image_kind::ptx || image.capability >= lowest) continue;
      lowest = image.capability;
      file.ptx = bytes.substr(image.offset, image.size);
    }
    return file;
  }

 private:
  std::string_view bytes;

  template <class T>
  bool load(std::uint64_t offset, T& value) const {
    if (offset > bytes.size() || bytes.size() - offset < sizeof value) return false;
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return true;
  }

  bool text(std::uint64_t offset, std::string& value) const {
    std::size_t end = offset < bytes.size() ? bytes.find('\0', offset) : std::string_view::npos;
    if (end == std::string_view::npos) return false;
    value = bytes.substr(offset, end - offset);
    return true;
  }
};

}  // namespace

Result<BundleFile> readBundle(const std::string& path) {
  std::string bytes = GPUC_TRY(readFile(path));
  std::optional<BundleFile> file = Reader(bytes).read();
  if (!file)
    return diag(Code::BundleDamaged, strCat("the bundle '", path, "' is damaged"),
                "'gpuc clean' and a new build make it again");
  return *std::move(file);
}

std::string ptxOf(const std::string& ptx, const std::string& symbol) {
  std::string out;
  bool skipping = false;
  for (const std::string& line : split(ptx, '\n')) {
    // An entry starts in the first column and ends with a brace in the first column, as LLVM writes it.
    std::size_t entry = line.find(".entry ");
    if (!skipping && entry != std::string::npos && !line.starts_with("//")) {
      std::string_view name = std::string_view(line).substr(entry + std::string_view(".entry ").size());
      skipping = trim(name.substr(0, name.find('('))) != symbol;
    }
    if (!skipping) out += line + "\n";
    if (skipping && line.starts_with('}')) skipping = false;
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace gpuc::tool::driver
