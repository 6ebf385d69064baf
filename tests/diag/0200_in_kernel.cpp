#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    out[0] = 1;
}

}  // namespace kernels

// expected:
// src/main.cpp:6:8: error[GPUC0200]: an output has no c[i]: each of its elements belongs to the thread whose index it is
// help: write to this thread's own: if (auto out = c.get_if(gpuc::thread::index_1d())) *out = ...
