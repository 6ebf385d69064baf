// What a gpuc::tensor holds: its shape, and its elements once they are somewhere.
#pragma once

#include "gpuc/abi/tile_launch.h"
#include "lib/host/allocation.h"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <vector>

namespace gpuc::detail {

struct tensor_storage {
  std::atomic<std::uint32_t> references{1};
  std::size_t element_size = 0;
  unsigned rank = 0;
  std::size_t extents[abi::most_axes] = {1, 1, 1};
  std::size_t count = 0;

  /// Guards what follows: two launches may bring it up at once.
  std::mutex mutex;
  allocation* memory = nullptr;  // null until the first use
  // What the memory starts with: one element repeated, or all of them; both empty: nothing.
  std::vector<unsigned char> element, elements;
};

}  // namespace gpuc::detail
