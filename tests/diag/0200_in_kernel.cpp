#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    out[0] = 1;
}

}  // namespace kernels

// expected:
// src/main.cpp:6:8: error[GPUC0200]: type 'gpuc::disjoint_slice<int>' does not provide a subscript operator
