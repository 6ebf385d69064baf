#include <gpuc/gpuc.hpp>

constexpr int zero = 0;
int variable = 64;

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_bounds(zero)]] void a(gpuc::disjoint_slice<int> out) { (void)out; }
[[kernel]] [[gpuc::launch_bounds(variable)]] void b(gpuc::disjoint_slice<int> out) { (void)out; }
[[kernel]] [[gpuc::launch_bounds(256, 33)]] void c(gpuc::disjoint_slice<int> out) { (void)out; }
[[kernel]] [[gpuc::launch_bounds(1.5)]] void d(gpuc::disjoint_slice<int> out) { (void)out; }

}  // namespace kernels

// expected:
// src/main.cpp:8:14: error[GPUC0205]: launch_bounds of 0 threads: a block has 1 to 1024
// help: write: [[gpuc::launch_bounds(256)]]
// src/main.cpp:9:14: error[GPUC0205]: launch_bounds must be constants: 1 to 1024 threads, and 1 to 32 blocks
// help: write: [[gpuc::launch_bounds(256)]]
// src/main.cpp:10:14: error[GPUC0205]: launch_bounds of 33 blocks of 256 threads per multiprocessor, but the hardware runs 8 of them at most
// help: ask for fewer blocks, or leave their number out
// src/main.cpp:11:14: error[GPUC0205]: launch_bounds must be constants: 1 to 1024 threads, and 1 to 32 blocks
// help: write: [[gpuc::launch_bounds(256)]]
