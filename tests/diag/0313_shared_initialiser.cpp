#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    [[gpuc::shared]] static int count = 5;
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = count;
}

}  // namespace kernels

// expected:
// src/main.cpp:7:67: error[GPUC0313]: the shared variable `kernels::k(gpuc::disjoint_slice<int>)::count` has an initialiser
// src/main.cpp:5: note: in kernel `kernels::k`
// help: let one thread assign it, then gpuc::block::sync()
