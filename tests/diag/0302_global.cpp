#include <gpuc/gpuc.hpp>

static int counter = 0;
int table[4];
static int by_pointer() {
    int* p = &table[1];
    return *p;
}
static int calls;

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = counter + ++calls + by_pointer();
}

}  // namespace kernels

// expected:
// src/main.cpp:14:67: error[GPUC0302]: device code uses the variable `counter` of the host
// src/main.cpp:13: note: in kernel `kernels::k`
// help: pass it to the kernel as an argument, or make it constexpr
// src/main.cpp:6:10: error[GPUC0302]: device code uses the variable `table` of the host
// src/main.cpp:14:87: note: called from kernel `kernels::k` here
// help: pass it to the kernel as an argument, or make it constexpr
