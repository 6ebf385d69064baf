// Runs a closure on the device, once per element, and compares every bit of each result with the host's own.
#pragma once

#include <gpuc/gpuc.hpp>

#include <cstdio>
#include <cstring>
#include <type_traits>

namespace [[gpuc::module]] check_kernels {

template <class R, class F>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]] void each(F f, gpuc::disjoint_slice<R> out) {
  auto index = gpuc::thread::index_1d();
  if (auto slot = out.get_if(index)) *slot = f(static_cast<unsigned>(index.get()));
}

}  // namespace check_kernels

inline int failures = 0, passes = 0;

inline void expect(const char* name, bool ok) {
  ++(ok ? passes : failures);
  if (!ok) std::printf("FAILED: %s\n", name);
}

// The last block is partial, and so is its last warp.
template <class F>
void check(const char* name, F f, unsigned n = 100) {
  using R = std::remove_cvref_t<decltype(f(0u))>;
  static gpuc::context context;
  auto stream = context.default_stream();
  auto out = gpuc::device_buffer<R>::zeroed(stream, n);
  auto module = check_kernels::load(context);
  module.each(stream, module.prepare_each(gpuc::covering(n, 48), f, out), f, out);
  auto got = out.to_host(stream);
  bool ok = true;
  for (unsigned i = 0; i < n; ++i) {
    R want = f(i);
    ok &= std::memcmp(&want, &got[i], sizeof(R)) == 0;
  }
  expect(name, ok);
}

inline int finish() {
  if (failures == 0) std::printf("PASSED: %d checks\n", passes);
  return failures != 0;
}
