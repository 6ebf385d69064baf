// vecadd_demo as one writes it in CUDA: what `gpuc build` of the template is measured against.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

static void check(cudaError_t code) {
  if (code != cudaSuccess) throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(code));
}

__global__ void vecadd(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, std::size_t n) {
  std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main() try {
  constexpr std::size_t n = 1024;
  std::vector<float> a(n), b(n), c(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = static_cast<float>(i);
    b[i] = static_cast<float>(2 * i);
  }
  float *a_dev, *b_dev, *c_dev;
  check(cudaMalloc(&a_dev, n * sizeof(float)));
  check(cudaMalloc(&b_dev, n * sizeof(float)));
  check(cudaMalloc(&c_dev, n * sizeof(float)));
  check(cudaMemcpy(a_dev, a.data(), n * sizeof(float), cudaMemcpyHostToDevice));
  check(cudaMemcpy(b_dev, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));

  vecadd<<<(n + 255) / 256, 256>>>(a_dev, b_dev, c_dev, n);
  check(cudaGetLastError());
  check(cudaMemcpy(c.data(), c_dev, n * sizeof(float), cudaMemcpyDeviceToHost));

  std::size_t errors = 0;
  for (std::size_t i = 0; i < n; ++i) {
    if (std::fabs(c[i] - (a[i] + b[i])) > 1e-5f) ++errors;
  }
  check(cudaFree(a_dev));
  check(cudaFree(b_dev));
  check(cudaFree(c_dev));
  if (errors != 0) {
    std::fprintf(stderr, "FAILED: %zu errors\n", errors);
    return 1;
  }
  std::printf("PASSED: all %zu elements correct\n", n);
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
