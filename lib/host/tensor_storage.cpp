// Tensors of the Tile route. Their memory is an allocation like a buffer's, so it is freed behind the last use on any
// stream; it comes with the first use, on the stream of that use.

#include "lib/host/tensor_storage.h"

#include "gpuc/device_buffer.hpp"
#include "gpuc/error.hpp"
#include "gpuc/tile/op.hpp"
#include "lib/host/capture.h"
#include "lib/host/text.h"

#include <cstring>
#include <memory>

namespace gpuc::detail {

namespace {

std::unique_ptr<tensor_storage> make(std::size_t element_size, unsigned rank, const std::size_t* extents) {
  auto made = std::make_unique<tensor_storage>();
  made->element_size = element_size;
  made->rank = rank;
  std::size_t count = 1, bytes = 0;
  bool fits = true;
  for (unsigned axis = 0; axis < rank; ++axis) {
    made->extents[axis] = extents[axis];
    fits &= !__builtin_mul_overflow(count, extents[axis], &count);
  }
  if (!fits || __builtin_mul_overflow(count, element_size, &bytes))
    throw out_of_memory(
        ~std::size_t{0}, 0, 0,
        "the elements of a tensor are more than a machine can address; are the extents what you meant?");
  made->count = count;
  return made;
}

}  // namespace

tensor_storage* make_tensor(std::size_t element_size, unsigned rank, const std::size_t* extents, const void* element) {
  auto made = make(element_size, rank, extents);
  const auto* bytes = static_cast<const unsigned char*>(element);
  if (element != nullptr) made->element.assign(bytes, bytes + element_size);
  return made.release();
}

tensor_storage* make_tensor_from(std::size_t element_size, unsigned rank, const std::size_t* extents,
                                 const void* source, std::size_t bytes) {
  auto made = make(element_size, rank, extents);
  if (bytes != made->count * element_size)
    throw error(
        errc::size_mismatch, 605, {},
        concat("the source has ", counted(bytes / element_size, "element"), ", but the extents say ", made->count));
  const auto* first = static_cast<const unsigned char*>(source);
  if (bytes != 0) made->elements.assign(first, first + bytes);
  return made.release();
}

void retain(tensor_storage* tensor) noexcept {
  if (tensor != nullptr) tensor->references.fetch_add(1, std::memory_order_relaxed);
}

void release(tensor_storage* tensor) noexcept {
  if (tensor == nullptr || tensor->references.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  release(tensor->memory);
  delete tensor;
}

unsigned tensor_rank(const tensor_storage* tensor) noexcept { return tensor != nullptr ? tensor->rank : 0; }
const std::size_t* tensor_extents(const tensor_storage* tensor) noexcept {
  return tensor != nullptr ? tensor->extents : nullptr;
}

allocation* tensor_memory(tensor_storage* tensor, const stream& on) {
  if (tensor == nullptr)
    throw error(errc::invalid_argument, 222, {}, "a tensor is used after it was moved; use the one that it moved to");
  std::lock_guard lock(tensor->mutex);
  if (tensor->memory != nullptr) return tensor->memory;
  // The tensor has its values from now on, even where the first use is captured and happens later.
  abi::stream_state& state = working_stream(*on.state());
  abi::retain(state);
  stream now(&state);
  struct owned {
    allocation* memory;
    ~owned() { release(memory); }
  } made{allocate(now, tensor->count, tensor->element_size)};
  if (!tensor->elements.empty())
    copy_from_host(made.memory, now, tensor->elements.data(), tensor->elements.size());
  else if (!tensor->element.empty())
    fill(made.memory, now, tensor->element.data(), tensor->element_size, tensor->count);
  tensor->elements = {};
  tensor->element = {};
  return tensor->memory = std::exchange(made.memory, nullptr);
}

void tensor_to_host(tensor_storage* tensor, const stream& on, void* target, std::size_t bytes) {
  copy_to_host(tensor_memory(tensor, on), on, target, bytes);
}

void check_partition(const tensor_storage* tensor, unsigned rank) {
  if (tensor == nullptr && (rank == 0 || rank > abi::most_axes))
    throw error(errc::size_mismatch, 605, {}, concat("a tensor has 1 to ", abi::most_axes, " extents, not ", rank));
  if (tensor == nullptr)
    throw error(errc::invalid_argument, 222, {}, "a tensor is used after it was moved; use the one that it moved to");
  if (tensor->rank != rank)
    throw error(errc::size_mismatch, 605, {},
                concat("the tiles have ", counted(rank, "extent"), ", but the tensor has ", tensor->rank));
}

void operation_spent() {
  throw error(errc::invalid_argument, 222, {}, "an operation is run after it was run or moved; make it again");
}

stream operation_stream() {
  static const context own;
  return own.default_stream();
}

bool wait_quietly(const stream& on) noexcept try {
  on.synchronize();
  return true;
} catch (...) {
  return false;
}

}  // namespace gpuc::detail
