#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .dynamic_shared = {8192, 1024}})]]
void backwards(gpuc::disjoint_slice<int> out) { (void)out; }

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .dynamic_shared = -8})]]
void negative(gpuc::disjoint_slice<int> out) { (void)out; }

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .dynamic_shared = 1 << 20})]]
void large(gpuc::disjoint_slice<int> out) { (void)out; }

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .dynamic_shared_align = 48})]]
void odd(gpuc::disjoint_slice<int> out) { (void)out; }

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .min_capability = 9})]]
void old(gpuc::disjoint_slice<int> out) { (void)out; }

}  // namespace kernels

// expected:
// src/main.cpp:5:14: error[GPUC0230]: no launch gives at least 8192 and at most 1024 bytes of dynamic shared memory
// help: write: .dynamic_shared = 4096, or .dynamic_shared = {1024, 65536}
// src/main.cpp:8:14: error[GPUC0230]: -8 bytes of dynamic shared memory are less than none
// help: write: .dynamic_shared = 4096, or .dynamic_shared = {1024, 65536}
// src/main.cpp:11:14: error[GPUC0230]: 1048576 bytes of dynamic shared memory, but the hardware has 232448 per block
// help: use smaller tiles
// src/main.cpp:14:14: error[GPUC0230]: dynamic shared memory cannot be aligned to 48 bytes
// help: use a power of two from 16 to 1024
// src/main.cpp:17:14: error[GPUC0230]: there is no compute capability 9 / 10
// help: give ten times the compute capability: .min_capability = 90 is 9.0
