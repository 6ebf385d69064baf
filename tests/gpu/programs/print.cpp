// prints: PASSED: 42 text -7 2.500 18446744073709551615 c 0x1f 50%
//
// The line is a kernel's.
#include <gpuc/gpuc.hpp>

#include <cstdio>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void speak(int number, gpuc::disjoint_slice<int> out) {
  auto index = gpuc::thread::index_1d();
  if (auto mine = out.get_if(index)) {
    if (index.get() == 77)
      std::printf("PASSED: %d %s %d %.3f %llu %c 0x%x %d%%\n", number, "text", -7, 2.5, ~0ull, 'c', 31, 50);
    *mine = number;
  }
}

}  // namespace kernels

int main() try {
  gpuc::context ctx;
  auto stream = ctx.default_stream();
  auto module = kernels::load(ctx);
  auto out = gpuc::device_buffer<int>::zeroed(stream, 100);
  module.speak(stream, module.prepare_speak(gpuc::covering(out)), 42, out);
  return out.to_host(stream)[99] == 42 ? 0 : 1;
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
