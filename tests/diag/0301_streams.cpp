// The streams of the host, named in a kernel.
#include <gpuc/gpuc.hpp>

#include <iostream>

namespace [[gpuc::module]] kernels {

[[kernel]] void say(gpuc::disjoint_slice<int> out) {
    std::cout << "text";
    if (auto mine = out.get_if(gpuc::thread::index_1d())) *mine = 1;
}

}  // namespace kernels

// expected:
// src/main.cpp:9:15: error[GPUC0301]: device code uses the stream `std::cout` of the host
// src/main.cpp:8: note: in kernel `kernels::say`
// help: print with printf
