// The NVIDIA driver and its GPUs, asked through libcuda.so.1 without any CUDA header. A GPU that is there and cannot
// be used is never taken for no GPU: each way of failing is an answer of its own.
#pragma once

#include "tool/toolchain/probe.h"

#include <string>
#include <vector>

namespace gpuc::tool {

inline constexpr int kMinDriverVersion = 12000;  // the CUDA version whose driver takes our lowest PTX, 8.0
inline constexpr int kMinCapability = 80;

enum class DriverState {
  Ready,       // loaded, new enough, initialised; `gpus` may still be empty
  Absent,      // no trace of an NVIDIA driver
  NotMounted,  // the kernel's part is there, libcuda.so.1 is not: a container without the driver's libraries
  Stub,        // the toolkit's link-time stub was loaded in place of the driver
  TooOld,      // loaded, but for a CUDA older than 12.0
  WslMissing,  // this is WSL2, and Windows offers no NVIDIA driver in /usr/lib/wsl/lib
  Failed,      // loaded, but cuInit reports an error
};

struct Gpu {
  int index = 0;
  std::string name;
  int capability = 0;  // 90 for 9.0
};

struct GpuDriver {
  DriverState state = DriverState::Absent;
  std::string library;  // the path of the libcuda.so.1 that was loaded
  int version = 0;      // the newest CUDA it supports, as CUDA_VERSION counts; 0: unknown
  int error = 0;        // what cuInit returned
  std::vector<Gpu> gpus;
  Probes probes;

  bool ready() const { return state == DriverState::Ready; }
};

// Loads the driver into this process and initialises it, which takes a tenth of a second on a machine with a GPU.
GpuDriver probeDriver(const Host& host);

// What `native` means in gpu.arch: the architecture of each GPU that gpuc can use, lowest first, each once. Empty where
// there is none.
std::vector<std::string> nativeArchs(const GpuDriver& driver);

// Names the driver and the GPUs without loading anything, from what the kernel tells in /proc. It changes whenever
// nativeArchs can, so that its answer may be kept beside it. Empty: no GPU.
std::string gpuFingerprint(const Host& host);

}  // namespace gpuc::tool
