/// What the compiler writes about a kernel and the runtime reads: the kernel's descriptor, its parameters,
/// its contract, its launch requirements, and the shape of its CPU entry. C layout: `tool/split` fills it in
/// as LLVM constants, so a change here is a change of `version`.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpuc::abi {

/// Version of every structure in `abi/`; the runtime refuses a descriptor or bundle with another one.
inline constexpr std::uint32_t version = 3;

/// How a parameter reaches the kernel. Views are passed to the GPU as their fields (a pointer, then one to three
/// 64-bit sizes), everything else as its bytes. A tile kernel's `in` is a slice, matrix or tensor, its `out` disjoint.
enum class parameter_kind : std::uint8_t {
  value,
  slice,
  disjoint_slice,
  atomic_slice,
  matrix,
  disjoint_matrix,
  tensor,
  disjoint_tensor
};

/// Whether, and how, a by-value parameter can be shown in a message.
enum class integer_kind : std::uint8_t { none, unsigned_integer, signed_integer };

struct parameter {
  const char* name;            ///< as written in the source, "" if unnamed
  std::uint32_t size;          ///< bytes of the C++ object
  std::uint32_t alignment;     ///< bytes
  std::uint32_t element_size;  ///< bytes of a view's element, else 0
  parameter_kind kind;
  std::uint8_t exclusive;  ///< 1: no other argument of the launch may overlap it
  integer_kind integer;
  std::uint8_t reserved;
};

/// One `launch_requires` of a kernel.
struct requirement {
  const char* text;    ///< the expression as written
  const char* file;    ///< relative to the project
  std::uint32_t line;  ///< 1-based
  std::uint32_t reserved;
  std::uint64_t parameters;  ///< bit i: the expression names parameter i
};

/// What `[[gpuc::launch_contract]]`, `[[gpuc::launch_bounds]]` and `[[gpuc::cooperative]]` say.
struct contract_data {
  std::uint32_t domain;                ///< 1, 2 or 3; 0: the kernel has no contract
  std::uint32_t block[3];              ///< exact block, threads per axis; block[0] == 0: not fixed
  std::uint32_t max_threads;           ///< threads per block at most; 0: not bounded
  std::uint32_t min_blocks;            ///< launch_bounds' second value, 0: not given
  std::int64_t dynamic_shared_least;   ///< dynamic shared memory in bytes; -1: not constrained
  std::int64_t dynamic_shared_most;    ///< equal to the least: exactly so much
  std::uint32_t dynamic_shared_align;  ///< bytes, a power of two; 0: not given
  std::uint32_t min_capability;        ///< compute capability times ten, e.g. 80
  std::uint32_t cooperative;           ///< 1: all blocks run at the same time, so that they can wait for each other
  std::uint32_t reserved;
};

/// The block that a CPU entry runs. The compiler's `cpu-*` passes address the fields by offset.
struct cpu_block {
  std::uint32_t block_index[3];
  std::uint32_t block_dim[3];
  std::uint32_t grid_dim[3];
  std::uint32_t thread;  ///< linear index of the running thread: x + dim.x * (y + dim.y * z)
  void* shared;          ///< arena for the kernel's static shared variables
  void* dynamic_shared;
  std::uint64_t dynamic_shared_size;
};

/// Without fibers: runs the threads `first`, first + 1, ... of the block to its end, storing each in
/// `block->thread` before it starts. With fibers: runs the one thread `first`.
using cpu_entry = void (*)(void* const* arguments, cpu_block* block, std::uint32_t first);

/// Runs the kernel's host body, which is its launch requirements and nothing else.
using requirements_entry = void (*)(void* const* arguments);

/// Everything the runtime knows about one kernel; `entry<&K>::descriptor`.
struct kernel {
  std::uint32_t version;
  std::uint32_t parameter_count;
  const char* name;       ///< "vecadd"
  const char* qualified;  ///< "kernels::map<float>", for messages
  const char* symbol;     ///< entry name in the device image
  const void* bundle;     ///< the bundle of the object that holds the kernel (abi/bundle.h)
  requirements_entry requirements_body;
  cpu_entry cpu;
  const parameter* parameters;
  const requirement* requirements;
  std::uint32_t requirement_count;
  std::uint32_t static_shared;  ///< bytes of the kernel's static shared variables
  std::uint32_t index;          ///< of the kernel in its bundle
  std::uint8_t fibers;          ///< 1: barriers or warp operations, so the CPU entry runs one thread a call
  std::uint8_t checked;         ///< 0: a pointer reaches the kernel outside a view, raw launches only
  std::uint8_t reserved[2];
  contract_data contract;
};

}  // namespace gpuc::abi
