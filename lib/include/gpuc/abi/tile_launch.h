/// The compiled runtime as the host side of tile kernels calls it: tensors whose memory comes with their first use,
/// and the launch.
#pragma once

#include "gpuc/abi/kernel.h"

#include <cstddef>
#include <cstdint>

namespace gpuc {

class stream;

namespace detail {
struct allocation;
struct tensor_storage;  // lib/host/tensor_storage.h
}  // namespace detail

namespace abi {

inline constexpr unsigned most_axes = 3;

/// One argument of a tile launch.
struct tile_argument {
  const void* value = nullptr;  ///< the parameter object, where it is not a tensor
  detail::tensor_storage* tensor = nullptr;
  const char* const* names = nullptr;  ///< of the extents, one per axis; "": not named
  const int* tile = nullptr;           ///< extents of an output's tile, null for an input
  unsigned rank = 0;                   ///< of the kernel's parameter
};

/// Checks the arguments (ranks, extents of one name, overlap, contexts), brings up their memory and launches one
/// block per tile of the outputs. `arguments` has target.parameter_count elements.
/// Throws: gpuc::launch_error, gpuc::out_of_memory, gpuc::driver_error. Sync: asynchronous on a GPU.
void launch_tile(const kernel& target, const stream& on, const tile_argument* arguments);

}  // namespace abi

namespace detail {

/// Tensors are counted; a new one has one reference. Its memory and contents come with the first use on a stream.
/// `element` fills it; null leaves it as the memory is. Throws: gpuc::out_of_memory where its size does not fit.
tensor_storage* make_tensor(std::size_t element_size, unsigned rank, const std::size_t* extents, const void* element);
/// With a copy of `bytes` bytes of the host; throws gpuc::error (GPUC0605) unless they are what the extents say.
tensor_storage* make_tensor_from(std::size_t element_size, unsigned rank, const std::size_t* extents,
                                 const void* source, std::size_t bytes);
void retain(tensor_storage* tensor) noexcept;
void release(tensor_storage* tensor) noexcept;
unsigned tensor_rank(const tensor_storage* tensor) noexcept;
const std::size_t* tensor_extents(const tensor_storage* tensor) noexcept;
/// Its memory, made and filled on `on` where this is the first use. Throws: gpuc::error (GPUC0222) for null.
allocation* tensor_memory(tensor_storage* tensor, const stream& on);
void tensor_to_host(tensor_storage* tensor, const stream& on, void* target, std::size_t bytes);
/// Throws: gpuc::error (GPUC0605) unless a tensor of `rank` axes is given.
void check_partition(const tensor_storage* tensor, unsigned rank);
/// Throws: gpuc::error (GPUC0222): an operation was run, or moved from.
[[noreturn]] void operation_spent();

}  // namespace detail
}  // namespace gpuc
