// Host time of launching a small kernel: the checked launch against cuLaunchKernel of the very same function on a stream
// of the same kind, in turns. Only launching is timed; the queue never fills.
#include <gpuc/gpuc.hpp>

#include "gpuc/abi/driver_library.h"
#include "sampling.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <vector>

namespace [[gpuc::module]] kernels {

[[kernel]]
[[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void step(gpuc::slice<const float> a, gpuc::slice<const float> b, float factor, gpuc::disjoint_slice<float> c) {
  gpuc::launch_requires(a.size() >= c.size() && b.size() >= c.size());
  auto index = gpuc::thread::index_1d();
  auto i = index.get();
  if (auto out = c.get_if(index)) *out += a[i] * factor + b[i];
}

}  // namespace kernels

namespace {

// The driver, as far as this needs it; the runtime hands none of it out.
struct driver {
  using get_device = int(int*, int);
  using retain_context = int(void**, int);
  using set_context = int(void*);
  using create_stream = int(void**, unsigned);
  using synchronize = int(void*);
  using launch_kernel = int(void*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void*, void**,
                            void**);

  void* library = nullptr;

  driver() {
    for (const char* name : gpuc::abi::driver_library_names)
      if (library == nullptr) library = dlopen(name, RTLD_NOW);
  }

  template <class Function>
  Function* find(const char* name) const {
    void* found = library != nullptr ? dlsym(library, name) : nullptr;
    if (found == nullptr) {
      std::fprintf(stderr, "the driver has no %s\n", name);
      std::exit(1);
    }
    return reinterpret_cast<Function*>(found);
  }
};

void check(int result) {
  if (result == 0) return;
  std::fprintf(stderr, "CUDA driver: error %d\n", result);
  std::exit(1);
}

/// The CUfunction behind a token.
template <auto Kernel>
void* function_of(const gpuc::prepared<Kernel>&, const gpuc::context& ctx, const gpuc::covering& config) {
  return gpuc::abi::prepare(gpuc::abi::entry<Kernel>::descriptor, *ctx.state(), config.shape()).function;
}

}  // namespace

int main() try {
  constexpr int turns = 400, launches = 200;
  constexpr std::size_t n = 64;
  gpuc::context ctx(0);
  auto stream = ctx.default_stream(), second = ctx.new_stream();
  auto a = gpuc::device_buffer<float>::filled(stream, n, 1.0f);
  auto b = gpuc::device_buffer<float>::filled(stream, n, 2.0f);
  auto c = gpuc::device_buffer<float>::zeroed(stream, n);
  auto module = kernels::load(ctx);
  auto prepared = module.prepare_step(gpuc::covering(n));

  driver cuda;
  auto* cuLaunchKernel = cuda.find<driver::launch_kernel>("cuLaunchKernel");
  auto* cuStreamSynchronize = cuda.find<driver::synchronize>("cuStreamSynchronize");
  int device = 0;
  void *context = nullptr, *raw_stream = nullptr, *function = function_of(prepared, ctx, gpuc::covering(n));
  check(cuda.find<driver::get_device>("cuDeviceGet")(&device, 0));
  check(cuda.find<driver::retain_context>("cuDevicePrimaryCtxRetain")(&context, device));
  check(cuda.find<driver::set_context>("cuCtxSetCurrent")(context));
  check(cuda.find<driver::create_stream>("cuStreamCreate")(&raw_stream, 1));

  struct {
    const float* data;
    std::uint64_t size;
  } raw_a{a.view().data(), n}, raw_b{b.view().data(), n};
  float factor = 0.5f, *raw_c = c.view().data();
  std::uint64_t size = n;
  void* arguments[] = {&raw_a.data, &raw_a.size, &raw_b.data, &raw_b.size, &factor, &raw_c, &size};

  auto safe = [&] {
    for (int k = 0; k < launches; ++k) module.step(stream, prepared, a, b, factor, c);
  };
  auto raw = [&] {
    for (int k = 0; k < launches; ++k)
      check(cuLaunchKernel(function, 1, 1, 1, n, 1, 1, 0, raw_stream, arguments, nullptr));
  };
  auto changing = [&] {
    for (int k = 0; k < launches; ++k) module.step(k % 2 == 0 ? stream : second, prepared, a, b, factor, c);
  };
  auto wait = [&] {
    stream.synchronize(), second.synchronize();
    check(cuStreamSynchronize(raw_stream));
  };

  // Both add 2.5 to each element.
  for (int k = 0; k < 5; ++k) safe(), wait(), raw(), wait();
  for (float value : c.to_host(stream))
    if (value != 2.5f * 10 * launches) return std::fprintf(stderr, "an element is %g\n", value), 1;

  std::vector<sampling::contender> all;
  for (const char* name : {"safe", "raw", "raw_again", "two_streams"}) all.emplace_back(name);
  for (int turn = 0; turn < turns; ++turn) {
    bool first = turn % 2 == 0;  // neither always follows the same
    for (int k = 0; k < 2; ++k) {
      if ((k == 0) == first)
        all[0].time(launches, safe);
      else
        all[1].time(launches, raw);
      wait();
    }
    all[2].time(launches, raw);
    wait();
    all[3].time(launches, changing);
    wait();
  }
  sampling::print(all);
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
