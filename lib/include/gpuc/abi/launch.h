/// The compiled runtime as the generated launchers call it: load, prepare, launch. Launchers only pack arguments;
/// every check is made behind these functions.
#pragma once

#include "gpuc/abi/kernel.h"

namespace gpuc::abi {

struct context_state;  // lib/host/context_state.h
struct stream_state;   // lib/host/stream_state.h

/// A launch shape as the user gave it, before any check.
struct geometry {
  std::uint64_t grid[3] = {1, 1, 1};    ///< blocks per axis; ignored when `extent_given`
  std::uint64_t block[3] = {0, 0, 0};   ///< threads per axis; block[0] == 0: take the contract's
  std::uint64_t extent[3] = {1, 1, 1};  ///< elements to cover per axis (x, y, z)
  std::uint64_t dynamic_shared = 0;     ///< bytes
  std::uint32_t domain = 1;             ///< of the configuration type, 1 to 3
  bool extent_given = false;            ///< `covering`: the grid follows from extent and block
  bool block_given = true;
};

/// What `prepare` found fit to launch. Plain data, valid while its context lives; only `prepare` makes one.
struct prepared_state {
  const kernel* target = nullptr;
  context_state* context = nullptr;
  void* function = nullptr;  ///< CUfunction, null on the CPU executor
  std::uint32_t grid[3] = {};
  std::uint32_t block[3] = {};
  std::uint32_t dynamic_shared = 0;
  bool nothing = false;  ///< `covering` of no elements: launching is a no-op
};

/// One argument of a launch: the parameter object as the kernel takes it and, for a view, the context of the
/// memory that it shows.
struct argument {
  const void* object = nullptr;
  context_state* context = nullptr;
  void* allocation = nullptr;  ///< lib/host's record of the allocation, told of each use; may be null
};

/// Loads the bundle of `target` into `context` if it is not loaded yet.
/// Throws: gpuc::module_error (GPUC0610 to GPUC0613).
void load(const kernel& target, context_state& context);

/// Checks `shape` against the contract and the live device.
/// Throws: gpuc::launch_error. Threads: safe from any thread.
prepared_state prepare(const kernel& target, context_state& context, const geometry& shape);

/// Checks the arguments (contexts, requirements, overlap) and launches, asynchronously on a GPU.
/// `arguments` has target.parameter_count elements. Throws: gpuc::launch_error, gpuc::driver_error.
void launch(const prepared_state& prepared, const stream_state& stream, const argument* arguments);

/// Launches a kernel without a contract: shape and size requirements are checked, aliasing is not.
void launch_unchecked(const kernel& target, context_state& context, const stream_state& stream, const geometry& shape,
                      const argument* arguments);

}  // namespace gpuc::abi

/// Host side of `gpuc::launch_requires`: records that requirement `index` of the kernel does not hold.
/// Called from a kernel's host body, where the compiler numbers them, while `abi::launch` runs it.
extern "C" void __gpuc_requires(bool holds, std::uint32_t index) noexcept;

/// An operation in a requirement overflowed or divided by zero, so its value says nothing.
extern "C" void __gpuc_requirement_wrapped() noexcept;
