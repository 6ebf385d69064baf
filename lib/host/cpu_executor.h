// What lib/host asks of the CPU executor; lib/cpu implements it.
#pragma once

#include "gpuc/abi/kernel.h"

#include <cstdint>
#include <string>

namespace gpuc::cpu {

/// A fault of a kernel, found by the thread that it happened to.
struct fault {
  const abi::kernel& target;
  const void* bundle;
  std::uint32_t site;  // detail::no_site: threads wait for each other for ever
  std::uint64_t values[2];
  std::uint32_t block[3], thread[3];
};

/// One launch, checked.
struct grid_launch {
  const abi::kernel& target;
  void* const* arguments;  // the parameters' objects
  std::uint32_t grid[3];
  std::uint32_t block[3];
  std::uint32_t dynamic_shared;
  /// Called by the threads that run blocks, several at a time.
  void (*report)(void* owner, const fault& found) noexcept;
  void* owner;
};

/// Runs all blocks and returns when the last has ended. Throws: gpuc::out_of_memory for stacks or shared memory.
void run(const grid_launch& launch);

/// How many blocks of `threads` threads each can run at the same time, as those of a cooperative launch do.
std::uint64_t resident_blocks(std::uint32_t threads) noexcept;

/// Instructions that compiled CPU entries use and this processor lacks, "" if none.
std::string missing_features();

}  // namespace gpuc::cpu
