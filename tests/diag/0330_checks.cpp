#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::no_kernel_checks]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void unproved(gpuc::slice<const int> in, int by, gpuc::disjoint_slice<int> out) {
  gpuc::launch_requires(by >= 0);
  auto index = gpuc::thread::index_1d();
  if (auto slot = out.get_if(index)) {
    int value = in[index.get()];
    *slot = value % by;
  }
}

[[kernel]] [[gpuc::no_kernel_checks]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void proved(gpuc::slice<const int> in, int by, gpuc::disjoint_slice<int> out) {
  gpuc::launch_requires(in.size() >= out.size() && by > 0);
  auto index = gpuc::thread::index_1d();
  if (auto slot = out.get_if(index)) *slot = in[index.get()] % by;
}

}  // namespace kernels

// expected:
// src/main.cpp:10:17: error[GPUC0330]: kernel `kernels::unproved` is to have no checks, but needs one here: an index against the size
// help: state what makes it unnecessary, as in gpuc::launch_requires(a.size() >= c.size()), or take [[gpuc::no_kernel_checks]] off the kernel
// src/main.cpp:11:19: error[GPUC0330]: kernel `kernels::unproved` is to have no checks, but needs one here: a divisor against 0
// help: state what makes it unnecessary, as in gpuc::launch_requires(a.size() >= c.size()), or take [[gpuc::no_kernel_checks]] off the kernel
