#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_bound(64)]] void bounds(gpuc::disjoint_slice<int> out) { (void)out; }
[[kernel]] [[gpuc::unrolled]] void other(gpuc::disjoint_slice<int> out) {
    [[gpuc::Shared]] static const int table[4] = {1, 2, 3, 4};
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = table[0];
}

}  // namespace kernels

// expected:
// src/main.cpp:5:14: error[GPUC0215]: gpuc has no attribute [[gpuc::launch_bound]]
// help: write [[gpuc::launch_bounds]]
// src/main.cpp:6:14: error[GPUC0215]: gpuc has no attribute [[gpuc::unrolled]]
// help: its attributes are [[kernel]] and gpuc::module, launch_contract, launch_bounds, cooperative, no_kernel_checks, shared
// src/main.cpp:7:7: error[GPUC0215]: gpuc has no attribute [[gpuc::Shared]]
// help: write [[gpuc::shared]]
