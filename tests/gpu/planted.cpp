// What compute-sanitizer must find, so that its silence about other programs means something: `argv[1]` names one of
// its tools, and the kernel does what that tool is for. Raw pointers throughout: none of it can be said with views.
#include "gpuc/abi/driver_library.h"
#include <gpuc/gpuc.hpp>

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string_view>

namespace [[gpuc::module]] kernels {

inline constexpr unsigned width = 64;

// Writes behind the end of `size` elements.
[[kernel]] [[gpuc::launch_bounds(width)]] void beyond(int* p, std::size_t size) { p[size + gpuc::thread::x()] = 1; }

// Reads what another warp writes, with no barrier between.
[[kernel]] [[gpuc::launch_bounds(width)]] void race(int* p) {
  [[gpuc::shared]] static int words[width];
  words[gpuc::thread::x()] = p[gpuc::thread::x()];
  p[gpuc::thread::x()] = words[width - 1 - gpuc::thread::x()];
}

// Half of each warp comes to the barrier.
[[kernel]] [[gpuc::launch_bounds(width)]] void apart(int* p) {
  if (gpuc::thread::x() % 2 == 0) gpuc::block::sync();
  p[gpuc::thread::x()] = 1;
}

[[kernel]] [[gpuc::launch_bounds(width)]] void add_one(const int* from, int* to) {
  to[gpuc::thread::x()] = from[gpuc::thread::x()] + 1;
}

}  // namespace kernels

namespace {

/// Memory that nobody has written, which a buffer never shows.
const int* unwritten(std::size_t bytes) {
  void* library = nullptr;
  for (const char* name : gpuc::abi::driver_library_names)
    if (library == nullptr) library = dlopen(name, RTLD_NOW);
  auto call = [&](const char* name, auto... arguments) {
    auto* function =
        library != nullptr ? reinterpret_cast<int (*)(decltype(arguments)...)>(dlsym(library, name)) : nullptr;
    if (function == nullptr || function(arguments...) != 0) std::fprintf(stderr, "%s failed\n", name), std::exit(1);
  };
  void *context = nullptr, *address = nullptr;
  call("cuDevicePrimaryCtxRetain", &context, 0);
  call("cuCtxSetCurrent", context);
  call("cuMemAlloc_v2", &address, bytes);
  return static_cast<const int*>(address);
}

}  // namespace

int main(int argc, char** argv) try {
  std::string_view tool = argc == 2 ? argv[1] : "";
  gpuc::context ctx(0);
  auto stream = ctx.default_stream();
  auto buffer = gpuc::device_buffer<int>::zeroed(stream, kernels::width);
  int* p = buffer.view().data();
  auto module = kernels::load(ctx);
  gpuc::launch_config_3d config{.grid = {1}, .block = {kernels::width}};
  if (tool == "memcheck")
    module.beyond_unchecked(stream, config, p, buffer.size());
  else if (tool == "racecheck")
    module.race_unchecked(stream, config, p);
  else if (tool == "synccheck")
    module.apart_unchecked(stream, config, p);
  else if (tool == "initcheck")
    module.add_one_unchecked(stream, config, unwritten(kernels::width * sizeof(int)), p);
  else
    return std::fprintf(stderr, "usage: %s memcheck|racecheck|synccheck|initcheck\n", argv[0]), 2;
  stream.synchronize();
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
