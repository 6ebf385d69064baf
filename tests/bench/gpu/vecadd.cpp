// c = a + b on 2^28 random floats: this program's kernel against nvcc's (vecadd_cuda.cu, `argv[1]`) on the same memory,
// in turns, and against a copy on the device. A turn is some launches and one wait, so that launching and waiting,
// which the two do differently, weigh nothing.
#include <gpuc/gpuc.hpp>

#include "sampling.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <random>
#include <vector>

namespace [[gpuc::module]] kernels {

[[kernel]]
[[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void vecadd(gpuc::slice<const float> a, gpuc::slice<const float> b, gpuc::disjoint_slice<float> c) {
  gpuc::launch_requires(a.size() >= c.size() && b.size() >= c.size());
  auto idx = gpuc::thread::index_1d();
  auto i = idx.get();
  if (auto out = c.get_if(idx)) *out = a[i] + b[i];
}

// The same without the promise, as the template has it: two bounds checks more.
[[kernel]]
[[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void vecadd_checked(gpuc::slice<const float> a, gpuc::slice<const float> b, gpuc::disjoint_slice<float> c) {
  auto idx = gpuc::thread::index_1d();
  auto i = idx.get();
  if (auto out = c.get_if(idx)) *out = a[i] + b[i];
}

}  // namespace kernels

namespace {

template <class Function>
Function* find(void* library, const char* name) {
  void* found = library != nullptr ? dlsym(library, name) : nullptr;
  if (found == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    std::exit(1);
  }
  return reinterpret_cast<Function*>(found);
}

void check(const char* error) {
  if (error == nullptr) return;
  std::fprintf(stderr, "CUDA: %s\n", error);
  std::exit(1);
}

bool is_sum(const std::vector<float>& a, const std::vector<float>& b, const std::vector<float>& c, const char* whose) {
  for (std::size_t i = 0; i < c.size(); ++i)
    if (c[i] != a[i] + b[i]) return std::fprintf(stderr, "%s: element %zu is wrong\n", whose, i), false;
  return true;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 2) return std::fprintf(stderr, "usage: %s LIBRARY\n", argv[0]), 2;
  gpuc::context ctx(0);
  void* library = dlopen(argv[1], RTLD_NOW);
  auto* cuda_vecadd = find<const char*(const float*, const float*, float*, std::size_t)>(library, "cuda_vecadd");
  auto* cuda_copy = find<const char*(const float*, float*, std::size_t)>(library, "cuda_copy");
  auto* cuda_wait = find<const char*()>(library, "cuda_wait");

  constexpr std::size_t n = std::size_t{1} << 28;
  constexpr int turns = 60, launches = 20;
  std::vector<float> a(n), b(n);
  std::uint64_t state = std::random_device()();
  for (std::size_t i = 0; i < n; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    a[i] = static_cast<float>(static_cast<std::int32_t>(state >> 32)) * 0x1p-20f;
    b[i] = static_cast<float>(static_cast<std::int32_t>(state >> 24)) * 0x1p-18f;
  }
  auto stream = ctx.default_stream();
  auto a_dev = gpuc::device_buffer<float>::from_host(stream, a);
  auto b_dev = gpuc::device_buffer<float>::from_host(stream, b);
  auto c_dev = gpuc::device_buffer<float>::filled(stream, n, -1.0f);
  auto module = kernels::load(ctx);
  auto prepared = module.prepare_vecadd(gpuc::covering(n));
  auto prepared_checked = module.prepare_vecadd_checked(gpuc::covering(n));
  const float *raw_a = a_dev.view().data(), *raw_b = b_dev.view().data();
  float* raw_c = c_dev.view().data();

  auto own = [&] {
    for (int k = 0; k < launches; ++k) module.vecadd(stream, prepared, a_dev, b_dev, c_dev);
    stream.synchronize();
  };
  auto own_checked = [&] {
    for (int k = 0; k < launches; ++k) module.vecadd_checked(stream, prepared_checked, a_dev, b_dev, c_dev);
    stream.synchronize();
  };
  auto nvcc = [&] {
    for (int k = 0; k < launches; ++k) check(cuda_vecadd(raw_a, raw_b, raw_c, n));
    check(cuda_wait());
  };
  auto copy = [&] {
    for (int k = 0; k < launches; ++k) check(cuda_copy(raw_a, raw_c, n));
    check(cuda_wait());
  };

  // Each is right, on memory that held something else; which also warms up.
  std::vector<float> c(n);
  auto verify = [&](auto work, const char* whose) {
    c_dev = gpuc::device_buffer<float>::filled(stream, n, -1.0f);
    raw_c = c_dev.view().data();
    stream.synchronize();
    work();
    c_dev.to_host(stream, c);
    return is_sum(a, b, c, whose);
  };
  if (!verify(own, "gpuc") || !verify(own_checked, "gpuc, checked") || !verify(nvcc, "nvcc")) return 1;
  copy();

  std::vector<sampling::contender> all;
  for (const char* name : {"gpuc", "gpuc_checked", "nvcc", "nvcc_again", "copy"}) all.emplace_back(name);
  for (int turn = 0; turn < turns; ++turn) {
    all[0].time(launches, own);
    all[2].time(launches, nvcc);
    all[1].time(launches, own_checked);
    all[3].time(launches, nvcc);
    all[4].time(launches, copy);
  }
  sampling::print(all);
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
