#include <gpuc/gpuc.hpp>

#include <cmath>

static double half(int x) { return double(x / 2.0L); }
template <class T>
static T number(int x) { return T(std::sqrt((long double)x)); }

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = int(half(3)) + int(number<float>(1));
}

}  // namespace kernels

// expected:
// src/main.cpp:5:43: error[GPUC0303]: device code computes with long double, which the device does not have
// src/main.cpp:12:71: note: called from kernel `kernels::k` here
// help: use double
// src/main.cpp:7:58: error[GPUC0303]: device code computes with long double, which the device does not have
// src/main.cpp:12:86: note: called from kernel `kernels::k` here
// help: use double
