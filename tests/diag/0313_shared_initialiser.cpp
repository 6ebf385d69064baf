#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    [[gpuc::shared]] static int count = 5;
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = count;
}

}  // namespace kernels

// expected:
// src/main.cpp:6:33: error[GPUC0313]: shared variable 'count': it has an initialiser, and shared memory starts with no particular contents
// help: declare it without, let one thread assign it, then gpuc::block::sync()
