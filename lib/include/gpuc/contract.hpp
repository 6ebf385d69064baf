/// What a kernel promises its launches, and asks of them.
#pragma once

#include "gpuc/launch_config.hpp"

#include <cstdint>

namespace gpuc {

/// Bytes of dynamic shared memory per block, as a contract asks for them: `4096` exactly, `{1024, 65536}` at least and
/// at most, nothing: whatever the launch gives.
struct shared_bytes {
  std::int64_t least = -1;  ///< -1: not constrained
  std::int64_t most = -1;

  constexpr shared_bytes() noexcept = default;
  constexpr shared_bytes(std::int64_t exact) noexcept : least(exact), most(exact) {}
  constexpr shared_bytes(std::int64_t least, std::int64_t most) noexcept : least(least), most(most) {}
};

/// The argument of `[[gpuc::launch_contract(...)]]`, evaluated when compiling:
/// `gpuc::contract{.domain = 1, .block = {256}}`. Every launch is checked against it, and the kernel is compiled for
/// it: an exact block is a constant in the kernel. In a kernel template it may depend on the template's parameters.
struct contract {
  unsigned domain = 1;                 ///< dimensions of the index space, 1 to 3
  dim3 block = {0, 0, 0};              ///< exact block, threads per axis; {0, 0, 0}: any
  shared_bytes dynamic_shared = {};    ///< dynamic shared memory per block: exact, a range, or any
  unsigned dynamic_shared_align = 16;  ///< its alignment in bytes, a power of two from 16 to 1024
  unsigned min_capability = 80;        ///< ten times the compute capability that the kernel needs
};

}  // namespace gpuc
