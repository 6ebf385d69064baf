// Reading the device bundle (abi/bundle.h) that the compiler put into the program. Offsets are checked when it is
// opened and on use, the checksum only where something is wrong: a program's own memory is not read twice at start-up.
#pragma once

#include "gpuc/abi/bundle.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace gpuc::detail {

class bundle_view {
 public:
  /// Throws: gpuc::module_error GPUC0613 for another version, GPUC0403 where the bundle is damaged.
  explicit bundle_view(const void* bundle);

  std::span<const abi::bundle_image> images() const noexcept;
  std::span<const abi::bundle_kernel> kernels() const noexcept;
  std::span<const abi::bundle_site> sites() const noexcept;
  /// Where `image` lies. Throws: gpuc::module_error GPUC0403.
  const char* data(const abi::bundle_image& image) const;
  /// The string at `offset`, "" at 0 and outside of the bundle.
  std::string_view text(std::uint64_t offset) const noexcept;
  /// Whether the checksum is right; reads the whole bundle.
  bool intact() const noexcept;

  const void* address() const noexcept { return base_; }

 private:
  const abi::bundle_header& header() const noexcept;
  const char* base_;
};

}  // namespace gpuc::detail
