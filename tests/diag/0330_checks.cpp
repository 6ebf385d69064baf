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

template <int B>
[[tile_kernel]] [[gpuc::no_kernel_checks]]
void tiles_proved(gpuc::out<float, gpuc::shape<B>, gpuc::dims<"n">> z, gpuc::in<float, gpuc::dims<"n">> x) {
  z.store(gpuc::load_like(x, z));
}

template <int B>
[[tile_kernel]] [[gpuc::no_kernel_checks]]
void tiles_unproved(gpuc::out<float, gpuc::shape<B>, gpuc::dims<"n">> z, gpuc::in<float, gpuc::dims<"m">> x, int at) {
  z.store(gpuc::tiles<B>(x).load(at));
}

}  // namespace kernels

auto launches(gpuc::tensor<float>& x) {
  return gpuc::when_all(kernels::tiles_proved(gpuc::empty<float>({100}).partition(gpuc::tile_shape<32>), x),
                        kernels::tiles_unproved(gpuc::empty<float>({100}).partition(gpuc::tile_shape<32>), x, 3));
}

// expected:
// src/main.cpp:10:17: error[GPUC0330]: kernel `kernels::unproved` is to have no checks, but needs one here: an index against the size
// help: state what makes it unnecessary, as in gpuc::launch_requires(a.size() >= c.size()), or take [[gpuc::no_kernel_checks]] off the kernel
// src/main.cpp:11:19: error[GPUC0330]: kernel `kernels::unproved` is to have no checks, but needs one here: a divisor against 0
// help: state what makes it unnecessary, as in gpuc::launch_requires(a.size() >= c.size()), or take [[gpuc::no_kernel_checks]] off the kernel
// src/main.cpp:31:29: error[GPUC0330]: kernel `kernels::tiles_unproved<32>` is to have no checks, but needs one here: an index against the size
// help: state what makes it unnecessary, as in gpuc::launch_requires(a.size() >= c.size()), or take [[gpuc::no_kernel_checks]] off the kernel
