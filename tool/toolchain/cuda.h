// The CUDA toolkit. gpuc takes two things from it, ptxas (to make cubins) and libdevice (math on the device), and
// never its headers or its runtime library; without a toolkit programs still build, with PTX only.
#pragma once

#include "tool/toolchain/probe.h"

#include <string>
#include <vector>

namespace gpuc::tool {

inline constexpr int kMinCudaVersion = 12000;   // as CUDA_VERSION counts: 1000 * major + 10 * minor
inline constexpr const char* kNoCuda = "none";  // as the value of --cuda or GPUC_CUDA: build without a toolkit

struct CudaToolkit {
  std::string root;           // empty: none usable was found
  std::string origin;         // which rule led there: "--cuda", "CUDA_HOME", "PATH", "/usr/local", ...
  int version = 0;            // as CUDA_VERSION counts
  std::string ptxas;          // empty: missing
  std::string libdevice;      // libdevice.10.bc; empty: missing
  bool explicitRoot = false;  // --cuda or GPUC_CUDA named a place: nothing else is tried
  std::vector<std::string> warnings;
  Probes probes;

  bool found() const { return !root.empty(); }
};

// Order: `option` (--cuda), GPUC_CUDA, CUDA_HOME, CUDA_PATH, a virtual environment (pip wheels), conda, nvcc or ptxas
// on PATH, /usr/local/cuda, /usr/local/cuda-* from the newest, Debian's packages. A candidate counts when it is 12.0 or
// later and has ptxas or libdevice; what it lacks is left empty.
CudaToolkit findCuda(const Host& host, const std::string& option = {});

// "13.0" for 13000.
std::string cudaVersionText(int version);

}  // namespace gpuc::tool
