#include <gpuc/gpuc.hpp>

#include <cstdlib>

static int apply(int (*f)()) { return f(); }

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = apply(&std::rand);
}

}  // namespace kernels

// expected:
// src/main.cpp:10:67: error[GPUC0301]: device code takes the address of `rand`, which exists on the host only
// src/main.cpp:9: note: in kernel `kernels::k`
// help: call it on the host and pass the kernel its result, or write what it does in this source file
