#include <gpuc/gpuc.hpp>

#include <cstdlib>
#include <ctime>
#include <iostream>

static int noisy(int x) {
    std::cout << x;
    return x;
}

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = std::rand() + noisy(1) + int(std::time(nullptr));
}

}  // namespace kernels

// expected:
// src/main.cpp:15:67: error[GPUC0301]: device code calls `rand`, which exists on the host only
// src/main.cpp:14: note: in kernel `kernels::k`
// help: call it on the host and pass the kernel its result, or write what it does in this source file
// src/main.cpp:8:15: error[GPUC0301]: device code calls `std::ostream::operator<<(int)`, which exists on the host only
// src/main.cpp:15:81: note: called from kernel `kernels::k` here
// help: print with printf
