/// A device that is ready to be used.
#pragma once

#include "gpuc/stream.hpp"

#include <string>

namespace gpuc {

class memory_pool;

namespace abi {
struct context_state;
}  // namespace abi

/// A GPU or the CPU executor, with the memory, streams and modules that belong to it. Copies are handles to the same
/// context; two contexts that were made separately are different ones, even on one GPU, and do not mix.
/// Lifetime: lives until the last handle, stream and buffer is gone. Threads: safe from any thread.
class context {
 public:
  /// What the environment variable GPUC_DEVICE says: `auto` (or nothing): the first usable GPU, else, where the
  /// machine has none, the CPU executor; `cpu`; `cuda`: the first usable GPU; `cuda:N`: GPU N.
  /// Throws: gpuc::device_unavailable where a GPU is there but cannot be used (GPUC0705) or one was asked for and
  /// there is none (GPUC0606); gpuc::error (GPUC0014) for another value of GPUC_DEVICE.
  context();
  /// GPU `device`, counted from 0 as the driver does. Throws: gpuc::device_unavailable.
  explicit context(int device);
  /// The CPU executor, whatever the machine has. Throws: gpuc::device_unavailable (GPUC0708) on a processor without
  /// AVX2, FMA and BMI2.
  static context cpu();

  context(const context& other) noexcept;
  context(context&& other) noexcept;
  context& operator=(const context& other) noexcept;
  context& operator=(context&& other) noexcept;
  ~context();

  /// The context's own stream: every call returns a handle to the same one. Unlike CUDA's default stream it does
  /// not wait for other streams.
  stream default_stream() const;
  /// Another stream. Throws: gpuc::driver_error.
  stream new_stream() const;

  /// What buffers and tensors may use and use. Defined in gpuc/memory_pool.hpp.
  memory_pool memory() const noexcept;

  bool is_cpu() const noexcept;
  /// "NVIDIA H200", or "CPU executor".
  std::string name() const;
  /// Ten times the compute capability: 90 for 9.0. The CPU executor says 90.
  int compute_capability() const noexcept;

  /// Waits for all streams of the device.
  /// Throws: gpuc::device_error for a fault that a kernel of the context reported, gpuc::driver_error.
  void synchronize() const;

  /// For the generated launchers.
  abi::context_state* state() const noexcept { return state_; }

 private:
  explicit context(abi::context_state* adopted) noexcept : state_(adopted) {}
  abi::context_state* state_;
};

}  // namespace gpuc
