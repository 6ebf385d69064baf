#include <gpuc/gpuc.hpp>

static int guarded(int x) {
    try {
        if (x) throw 1;
    } catch (int) {
        return 2;
    }
    return 3;
}

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = guarded(1);
}

}  // namespace kernels

// expected:
// src/main.cpp:4:5: error[GPUC0305]: device code has a try block
// src/main.cpp:15:67: note: called from kernel `kernels::k` here
// help: return the error as a value; a throw that nothing catches is a report on the device
