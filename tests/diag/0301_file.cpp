#include <gpuc/gpuc.hpp>

#include <cstdio>

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    std::fprintf(stderr, "x");
    (void)out;
}

}  // namespace kernels

// expected:
// src/main.cpp:8:18: error[GPUC0301]: device code uses the stream `stderr` of the host
// src/main.cpp:7: note: in kernel `kernels::k`
// help: print with printf
