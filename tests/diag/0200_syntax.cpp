#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    int x = 1
    (void)out, (void)x;
}

}  // namespace kernels

// expected:
// src/main.cpp:7:10: error[GPUC0200]: expected '(' for function-style cast or type construction
// src/main.cpp:7:11: error[GPUC0200]: expected ';' at end of declaration
