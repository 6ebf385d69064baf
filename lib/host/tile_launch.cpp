// The launch of a tile kernel. The grid follows from the outputs: one block for each of their tiles. Everything else,
// overlap included, is an ordinary launch.

#include "gpuc/abi/tile_launch.h"

#include "gpuc/abi/launch.h"
#include "gpuc/device_buffer.hpp"
#include "gpuc/error.hpp"
#include "gpuc/stream.hpp"
#include "lib/host/argument_fields.h"
#include "lib/host/stream_state.h"
#include "lib/host/tensor_storage.h"
#include "lib/host/text.h"

#include <algorithm>
#include <string>
#include <vector>

namespace gpuc::abi {

namespace {

using namespace gpuc::detail;

std::string name_of(const kernel& target, std::uint32_t i) {
  const char* name = target.parameters[i].name;
  return name != nullptr && *name != '\0' ? concat('\'', name, '\'') : concat("parameter ", i + 1);
}

void check_ranks(const kernel& target, const tile_argument* arguments) {
  for (std::uint32_t i = 0; i < target.parameter_count; ++i) {
    const tile_argument& given = arguments[i];
    if (given.value != nullptr) continue;
    if (given.tensor == nullptr)
      throw launch_error(errc::context_mismatch, target.name,
                         concat(name_of(target, i), " is a tensor that was moved from; pass the one it moved to"));
    if (given.tensor->rank != given.rank)
      throw launch_error(errc::size_requirement, target.name,
                         concat(name_of(target, i), " has ", counted(given.tensor->rank, "extent"),
                                ", but the kernel takes one with ", given.rank));
  }
}

// Extents of one name are one number.
void check_names(const kernel& target, const tile_argument* arguments) {
  struct known {
    std::string_view name;
    std::size_t extent;
    std::uint32_t parameter;
  };
  std::vector<known> seen;
  for (std::uint32_t i = 0; i < target.parameter_count; ++i)
    for (unsigned axis = 0; arguments[i].tensor != nullptr && axis < arguments[i].rank; ++axis) {
      std::string_view name = arguments[i].names[axis];
      if (name.empty()) continue;
      std::size_t extent = arguments[i].tensor->extents[axis];
      const known* earlier = nullptr;
      for (const known& candidate : seen)
        if (candidate.name == name) earlier = &candidate;
      if (earlier == nullptr) {
        seen.push_back({name, extent, i});
        continue;
      }
      if (earlier->extent == extent) continue;
      throw launch_error(errc::size_requirement, target.name,
                         concat("extent \"", name, "\" is ", extent, " in ", name_of(target, i), ", but ",
                                earlier->extent, " in ", name_of(target, earlier->parameter),
                                "; pass tensors that agree"));
    }
}

struct tile_grid {
  std::uint64_t tiles[most_axes] = {1, 1, 1};
  unsigned rank = 0;
  std::uint32_t parameter = 0;
};

std::string shape_text(const tile_grid& grid) {
  std::string text;
  for (unsigned axis = 0; axis < grid.rank; ++axis) text += concat(axis == 0 ? "" : " x ", grid.tiles[axis]);
  return text;
}

// All outputs are cut into the same number of tiles along each axis.
geometry find_grid(const kernel& target, const tile_argument* arguments) {
  tile_grid first;
  for (std::uint32_t i = 0; i < target.parameter_count; ++i) {
    const tile_argument& given = arguments[i];
    if (given.tile == nullptr) continue;
    tile_grid grid{.rank = given.rank, .parameter = i};
    for (unsigned axis = 0; axis < given.rank; ++axis) {
      auto step = static_cast<std::uint64_t>(given.tile[axis]);
      std::uint64_t extent = given.tensor->extents[axis];
      grid.tiles[axis] = extent / step + (extent % step != 0);
    }
    if (first.rank == 0) {
      first = grid;
      continue;
    }
    bool same = grid.rank == first.rank;
    for (unsigned axis = 0; axis < most_axes; ++axis) same &= grid.tiles[axis] == first.tiles[axis];
    if (!same)
      throw launch_error(errc::size_requirement, target.name,
                         concat(name_of(target, i), " is cut into ", shape_text(grid), " tiles, but ",
                                name_of(target, first.parameter), " into ", shape_text(first),
                                "; partition the outputs alike"));
  }
  std::uint64_t blocks = first.rank == 0 ? 0 : 1;
  for (std::uint64_t tiles : first.tiles)
    if (__builtin_mul_overflow(blocks, tiles, &blocks)) blocks = ~std::uint64_t{0};
  // As threads to cover, so that no tiles are a launch of nothing.
  geometry shape{.domain = 1, .extent_given = true, .block_given = false};
  if (__builtin_mul_overflow(blocks, std::uint64_t{target.contract.block[0]}, &shape.extent[0]))
    shape.extent[0] = ~std::uint64_t{0};
  return shape;
}

}  // namespace

void launch_tile(const kernel& target, const stream& on, const tile_argument* arguments) {
  check_ranks(target, arguments);
  check_names(target, arguments);
  geometry shape = find_grid(target, arguments);
  stream_state& state = *on.state();
  prepared_state prepared = prepare(target, state.owner, shape);
  std::vector<tensor_fields> fields(target.parameter_count);
  std::vector<argument> packed(target.parameter_count + 1);
  for (std::uint32_t i = 0; i < target.parameter_count; ++i) {
    const tile_argument& given = arguments[i];
    if (given.value != nullptr) {
      packed[i] = {given.value, nullptr, nullptr};
      continue;
    }
    allocation* memory = tensor_memory(given.tensor, on);
    fields[i].data = reinterpret_cast<std::uint64_t>(address(*memory));
    std::copy_n(given.tensor->extents, given.rank, fields[i].extents);
    packed[i] = {&fields[i], owner(*memory), memory};
  }
  launch(prepared, state, packed.data());
}

}  // namespace gpuc::abi
