// How a kernel's parameters lie in the GPU's parameter space.
#pragma once

#include "tool/model/kernel.h"

#include <cstdint>

namespace gpuc::tool {

// Bytes that every architecture passes from PTX 8.1 on, and that older PTX passes.
inline constexpr std::uint64_t kMostParameterSpace = 32764, kSmallParameterSpace = 4352;

// The 64-bit sizes that follow a view's pointer; 0 for a parameter that is no view.
inline unsigned sizeCount(abi::parameter_kind kind) {
  switch (kind) {
    case abi::parameter_kind::value: return 0;
    case abi::parameter_kind::slice:
    case abi::parameter_kind::disjoint_slice:
    case abi::parameter_kind::atomic_slice: return 1;
    case abi::parameter_kind::matrix:
    case abi::parameter_kind::disjoint_matrix: return 2;
    case abi::parameter_kind::tensor:
    case abi::parameter_kind::disjoint_tensor: return 3;
  }
  return 0;
}

// Bytes that the parameters take, with the gaps that their alignment makes.
inline std::uint64_t parameterSpace(const Kernel& kernel) {
  std::uint64_t bytes = 0;
  for (const KernelParameter& parameter : kernel.parameters) {
    std::uint64_t view = sizeCount(parameter.kind);
    std::uint64_t alignment = view ? 8 : parameter.alignment;
    bytes = (bytes + alignment - 1) / alignment * alignment + (view ? 8 * (1 + view) : parameter.size);
  }
  return bytes;
}

}  // namespace gpuc::tool
