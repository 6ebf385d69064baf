#include <gpuc/gpuc.hpp>

struct guarded {
    int value;
    guarded(int x) : value(x) {
        try {
            if (x == 5) throw 1;
        } catch (int) {
            value = 2;
        }
    }
    ~guarded() try {
        if (value == 7) value = 0;
    } catch (...) {
    }
};

struct derived : guarded {
    using guarded::guarded;
};

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = derived(1).value;
}

}  // namespace kernels

// expected:
// src/main.cpp:12:16: error[GPUC0305]: device code has a try block
// src/main.cpp:25:59: note: called from kernel `kernels::k` here
// help: return the error as a value; a throw that nothing catches is a report on the device
// src/main.cpp:6:9: error[GPUC0305]: device code has a try block
// src/main.cpp:19:20: note: called from `derived::derived(int)` here
// src/main.cpp:25:67: note: called from kernel `kernels::k` here
// help: return the error as a value; a throw that nothing catches is a report on the device
