#include <gpuc/gpuc.hpp>

__attribute__((target_clones("avx2", "default"))) int chosen(int x) { return x * 2; }

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = chosen(1);
}

}  // namespace kernels

// expected:
// src/main.cpp:8:67: error[GPUC0301]: device code calls `chosen(int)`, which exists on the host only
// src/main.cpp:7: note: in kernel `kernels::k`
// help: call it on the host and pass the kernel its result, or write what it does in this source file
