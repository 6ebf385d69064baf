#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {2048}})]]
void wide(gpuc::disjoint_slice<int> out) { (void)out; }

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 2, .block = {64, 32}})]]
void many(gpuc::disjoint_matrix<int> out) { (void)out; }

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 2, .block = {64, 0}})]]
void empty(gpuc::disjoint_matrix<int> out) { (void)out; }

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {8, 8}})]]
void deep(gpuc::disjoint_slice<int> out) { (void)out; }

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]] [[gpuc::launch_bounds(128)]]
void bounded(gpuc::disjoint_slice<int> out) { (void)out; }

[[kernel]] [[gpuc::launch_bounds(4096)]]
void bounds(gpuc::disjoint_slice<int> out) { (void)out; }

}  // namespace kernels

// expected:
// src/main.cpp:5:14: error[GPUC0205]: block of 2048 x 1 x 1 threads: 2048 along x, the hardware allows 1024
// help: use a smaller block and more of them
// src/main.cpp:8:14: error[GPUC0205]: block of 64 x 32 x 1 = 2048 threads, but 1024 is the most that the hardware allows
// help: use a smaller block and more of them
// src/main.cpp:11:14: error[GPUC0205]: block of 64 x 0 x 1 threads has an empty axis
// help: give every axis at least 1
// src/main.cpp:14:14: error[GPUC0205]: block of 8 x 8 x 1 threads has more axes than the domain, 1
// help: raise .domain or make the block flat
// src/main.cpp:17:14: error[GPUC0205]: block of 256 x 1 x 1 = 256 threads, but 128 is the most that the kernel's launch_bounds allow
// help: use a smaller block and more of them
// src/main.cpp:20:14: error[GPUC0205]: launch_bounds of 4096 threads: a block has 1 to 1024
// help: write: [[gpuc::launch_bounds(256)]]
