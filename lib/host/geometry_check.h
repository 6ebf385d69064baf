// Whether a launch shape fits a kernel's contract and a device.
#pragma once

#include "gpuc/abi/launch.h"
#include "lib/host/context_state.h"

#include <cstdint>
#include <string_view>

namespace gpuc::detail {

/// A shape that passed: blocks and threads per axis.
struct checked_shape {
  std::uint32_t grid[3];
  std::uint32_t block[3];
  std::uint32_t dynamic_shared;
  bool nothing;  // covering no elements
  std::uint32_t threads() const noexcept { return block[0] * block[1] * block[2]; }
};

/// Everything that can be said before the kernel is looked up in its module. Throws: gpuc::launch_error.
checked_shape check_geometry(const abi::kernel& target, const abi::device_limits& limits, std::string_view device,
                             const abi::geometry& shape);

/// Throws gpuc::launch_error unless static and dynamic shared memory together fit the device.
void check_shared_memory(const abi::kernel& target, const abi::device_limits& limits, std::string_view device,
                         std::uint64_t static_shared, std::uint64_t dynamic_shared);

/// Throws gpuc::launch_error unless all blocks of `shape` are among the `resident` ones that can run at the same time.
void check_residency(const abi::kernel& target, std::string_view device, const checked_shape& shape,
                     std::uint64_t resident);

}  // namespace gpuc::detail
