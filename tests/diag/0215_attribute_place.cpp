#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] {
}

[[gpuc::shared]] static int outside[4];

namespace [[gpuc::module]] kernels {

[[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void not_a_kernel(gpuc::disjoint_slice<int> out) { (void)out; }

[[gpuc::cooperative]] [[gpuc::no_kernel_checks]]
void not_one_either(gpuc::disjoint_slice<int> out) { (void)out; }

}  // namespace kernels

// expected:
// src/main.cpp:3:13: error[GPUC0215]: [[gpuc::module]] belongs on a named namespace
// help: write: namespace [[gpuc::module]] kernels { ... }
// src/main.cpp:6:3: error[GPUC0215]: [[gpuc::shared]] belongs on a static variable inside a kernel or a function that kernels call
// help: write inside the kernel: [[gpuc::shared]] static float tile[256];
// src/main.cpp:10:3: error[GPUC0215]: 'not_a_kernel' is not a kernel, so this has no effect
// help: add [[kernel]]
// src/main.cpp:13:3: error[GPUC0215]: 'not_one_either' is not a kernel, so this has no effect
// help: add [[kernel]]
