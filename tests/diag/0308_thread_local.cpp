#include <gpuc/gpuc.hpp>

static thread_local int mine = 1;

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = mine + 1;
}

}  // namespace kernels

// expected:
// src/main.cpp:8:67: error[GPUC0308]: device code uses the thread_local variable `mine`
// src/main.cpp:7: note: in kernel `kernels::k`
// help: make it a parameter
