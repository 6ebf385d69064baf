#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .dynamic_shared = -5})]]
void negative(gpuc::disjoint_slice<int> out) { (void)out; }
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .dynamic_shared = 1 << 20})]]
void huge(gpuc::disjoint_slice<int> out) { (void)out; }

}  // namespace kernels

// expected:
// src/main.cpp:5:14: error[GPUC0312]: the contract asks for -5 bytes of dynamic shared memory; a block has 0 to 232448
// help: write how many bytes each block needs, or leave .dynamic_shared out
// src/main.cpp:7:14: error[GPUC0312]: the contract asks for 1048576 bytes of dynamic shared memory; a block has 0 to 232448
// help: write how many bytes each block needs, or leave .dynamic_shared out
