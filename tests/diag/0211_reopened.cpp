#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {
[[kernel]] void first(gpuc::disjoint_slice<int> out) { (void)out; }
}  // namespace kernels

namespace [[gpuc::module]] kernels {
[[kernel]] void second(gpuc::disjoint_slice<int> out) { (void)out; }
}  // namespace kernels

// expected:
// src/main.cpp:7:13: error[GPUC0211]: module 'kernels' is closed already
// src/main.cpp:3:28: note: its first block is here
// help: put all kernels of a module in one block, or give this module another name
