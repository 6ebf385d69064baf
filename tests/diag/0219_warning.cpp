#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = 1;
    int unused = 7;
    unsigned n = out.size() < 5 ? -1 : 0;
    (void)n;
}

}  // namespace kernels

// expected:
// src/main.cpp:7:9: warning[GPUC0219]: unused variable 'unused'
