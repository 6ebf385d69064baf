/// What a kernel promises its launches, and asks of them.
#pragma once

#include "gpuc/launch_config.hpp"

#include <cstdint>

namespace gpuc {

/// The argument of `[[gpuc::launch_contract(...)]]`, evaluated when compiling:
/// `gpuc::contract{.domain = 1, .block = {256}}`. Every launch is checked against it, and the kernel is compiled for
/// it: an exact block is a constant in the kernel.
struct contract {
  unsigned domain = 1;               ///< dimensions of the index space, 1 to 3
  dim3 block = {0, 0, 0};            ///< exact block, threads per axis; {0, 0, 0}: any
  std::int64_t dynamic_shared = -1;  ///< exact dynamic shared memory in bytes per block; -1: any
  unsigned min_capability = 80;      ///< ten times the compute capability that the kernel needs
};

}  // namespace gpuc
