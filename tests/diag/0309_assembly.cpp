#include <gpuc/gpuc.hpp>

static int add(int a, int b) {
    asm("addl %1, %0" : "+r"(a) : "r"(b));
    return a;
}

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = add(1, 2);
}

}  // namespace kernels

// expected:
// src/main.cpp:4:5: error[GPUC0309]: device code has x86 inline assembly
// src/main.cpp:11:67: note: called from kernel `kernels::k` here
// help: write the operation in plain C++
