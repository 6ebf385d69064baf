#include <gpuc/gpuc.hpp>

#include <cmath>
#include <cstdlib>

static const double root = std::sqrt(2.0) + std::rand();
static int once(int x) {
    static const int first = std::rand();
    return first + x;
}
constinit const int fixed = 3;

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = int(root) + once(2) + fixed;
}

}  // namespace kernels

// expected:
// src/main.cpp:16:71: error[GPUC0307]: device code reads `root`, which is computed when the program starts
// src/main.cpp:15: note: in kernel `kernels::k`
// help: make it constexpr, or pass it to the kernel
// src/main.cpp:8:5: error[GPUC0307]: device code uses the static variable `once(int)::first`, which is initialised when the host first runs this line
// src/main.cpp:16:79: note: called from kernel `kernels::k` here
// help: make it constexpr
