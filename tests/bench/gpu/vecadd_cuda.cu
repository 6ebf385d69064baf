// The other side of vecadd.cpp: the same kernel in CUDA, compiled by nvcc into a shared library.
#include <cuda_runtime.h>

#include <cstddef>

__global__ void vecadd(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, std::size_t n) {
  std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

// Each returns the error's name, or null.
static const char* answer(cudaError_t code) { return code == cudaSuccess ? nullptr : cudaGetErrorName(code); }

extern "C" const char* cuda_vecadd(const float* a, const float* b, float* c, std::size_t n) {
  vecadd<<<static_cast<unsigned>((n + 255) / 256), 256>>>(a, b, c, n);
  return answer(cudaGetLastError());
}

extern "C" const char* cuda_copy(const float* from, float* to, std::size_t n) {
  return answer(cudaMemcpyAsync(to, from, n * sizeof(float), cudaMemcpyDeviceToDevice));
}

extern "C" const char* cuda_wait() { return answer(cudaDeviceSynchronize()); }
