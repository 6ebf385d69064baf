#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    [[gpuc::shared]] static int tile[64][1024];
    tile[0][0] = 1;
    gpuc::block::sync();
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = tile[1][1];
}

}  // namespace kernels

// expected:
// src/main.cpp:5: error[GPUC0312]: the shared variables of kernel `kernels::k` take 262144 bytes, and a block has 49152
// note: `kernels::k(gpuc::disjoint_slice<int>)::tile` takes 262144 bytes
// help: make them smaller, or use dynamic shared memory
