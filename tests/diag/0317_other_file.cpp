#include <gpuc/gpuc.hpp>

int elsewhere(int x);

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = elsewhere(1);
}

}  // namespace kernels

// expected:
// src/main.cpp:8:67: error[GPUC0317]: device code calls `elsewhere(int)`, which is declared at src/main.cpp:3 and not defined in this source file
// src/main.cpp:7: note: in kernel `kernels::k`
// help: define it inline in the header
