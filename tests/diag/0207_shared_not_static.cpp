#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    [[gpuc::shared]] int tile[64];
    tile[0] = 1;
    (void)out;
}

}  // namespace kernels

// expected:
// src/main.cpp:6:26: error[GPUC0207]: shared variable 'tile' must be static: the block has one, not each thread
// help: write: [[gpuc::shared]] static ...
