// prints: PASSED: 16 checks
// Requirements that could be taken for another, that have no value, or that take a detour: each launch is refused with
// the requirement that is the reason.
#include "check.h"

#include <string>

#define ONE(a) gpuc::launch_requires(a)

static bool covers(std::size_t a, std::size_t b) { return a >= b; }
static std::size_t counted(std::size_t n) { return n == 0 ? 0 : 1 + counted(n - 1); }

namespace [[gpuc::module]] kernels {

#define KERNEL [[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {32}})]]
#define PARAMETERS (gpuc::slice<const int> in, gpuc::disjoint_slice<int> out, unsigned n, int s)
#define BODY                             \
  auto index = gpuc::thread::index_1d(); \
  if (auto slot = out.get_if(index)) *slot = in[index.get() % in.size()] + static_cast<int>(n) + s;

KERNEL void second PARAMETERS {
  gpuc::launch_requires(in.size() > 0);
  gpuc::launch_requires(in.size() >= out.size());
  BODY
}
KERNEL void macros PARAMETERS {
  ONE(in.size() > 0);
  ONE(in.size() >= out.size());
  BODY
}
KERNEL void division PARAMETERS {
  gpuc::launch_requires(in.size() % n == 0);
  BODY
}
KERNEL void smallest PARAMETERS {
  gpuc::launch_requires(s / -1 > 0);
  BODY
}
KERNEL void shift PARAMETERS {
  gpuc::launch_requires((1u << n) < in.size());
  BODY
}
KERNEL void signs PARAMETERS {
  gpuc::launch_requires(s * 3 < 5);
  BODY
}
KERNEL void difference PARAMETERS {
  gpuc::launch_requires(in.size() - out.size() < 100);
  BODY
}
KERNEL void helper PARAMETERS {
  gpuc::launch_requires(covers(in.size(), out.size()));
  BODY
}
KERNEL void recursive PARAMETERS {
  gpuc::launch_requires(counted(in.size()) >= out.size());
  BODY
}
KERNEL void closure PARAMETERS {
  gpuc::launch_requires([&] { return in.size() >= out.size(); }());
  BODY
}
KERNEL void choice PARAMETERS {
  gpuc::launch_requires(n ? in.size() > 3 : in.size() >= out.size());
  BODY
}
KERNEL void constants PARAMETERS {
  constexpr std::size_t least = 50;
  using gpuc::launch_requires;
  launch_requires(in.size() >= least);
  BODY
}

}  // namespace kernels

#define REFUSES(kernel, n, s, text)                                                      \
  {                                                                                      \
    std::string said;                                                                    \
    try {                                                                                \
      module.kernel(stream, module.prepare_##kernel(gpuc::covering(50)), in, out, n, s); \
    } catch (const gpuc::launch_error& error) {                                          \
      said = error.what();                                                               \
    }                                                                                    \
    expect(#kernel, said.find("launch_requires(" text) != said.npos);                    \
  }

int main() {
  gpuc::context context;
  auto stream = context.default_stream();
  auto in = gpuc::device_buffer<int>::zeroed(stream, 40), out = gpuc::device_buffer<int>::zeroed(stream, 50);
  auto module = kernels::load(context);
  REFUSES(second, 0, 0, "in.size() >= out.size()) does not hold")
  REFUSES(macros, 0, 0, "in.size() >= out.size()) does not hold")
  REFUSES(division, 0, 0, "in.size() % n == 0) overflows")
  REFUSES(division, 7, 0, "in.size() % n == 0) does not hold")
  REFUSES(smallest, 0, -2147483647 - 1, "s / -1 > 0) overflows")
  REFUSES(shift, 32, 0, "(1u << n) < in.size()) overflows")
  REFUSES(shift, 31, 0, "(1u << n) < in.size()) does not hold")
  REFUSES(signs, 0, 2000000000, "s * 3 < 5) overflows")
  REFUSES(difference, 0, 0, "in.size() - out.size() < 100) overflows")
  REFUSES(helper, 0, 0, "covers(in.size(), out.size())) does not hold")
  REFUSES(recursive, 0, 0, "counted(in.size()) >= out.size()) does not hold")
  REFUSES(closure, 0, 0, "[&] { return in.size() >= out.size(); }()) does not hold")
  REFUSES(choice, 0, 0, "n ? in.size() > 3 : in.size() >= out.size()) does not hold")
  REFUSES(constants, 0, 0, "in.size() >= least) does not hold")
  // Those that hold.
  module.division(stream, module.prepare_division(gpuc::covering(50)), in, out, 8, 0);
  expect("division", out.to_host(stream)[49] == 8);
  module.choice(stream, module.prepare_choice(gpuc::covering(50)), in, out, 5, 1);
  expect("choice", out.to_host(stream)[49] == 6);
  return finish();
}
