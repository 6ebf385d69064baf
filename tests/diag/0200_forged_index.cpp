#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(7)) *slot = 1;
    gpuc::thread::index_1d_t made(7);
    auto mine = gpuc::thread::index_1d();
    auto copied = mine;
}

}  // namespace kernels

// expected:
// src/main.cpp:6:32: error[GPUC0200]: reference to type 'const thread::index_1d_t' could not bind to an rvalue of type 'int'
// [PREFIX]/include/gpuc/disjoint_slice.hpp:22:75: note: passing argument to parameter 'index' here
// src/main.cpp:7:30: error[GPUC0200]: calling a private constructor of class 'gpuc::thread::index_1d_t'
// [PREFIX]/include/gpuc/thread.hpp:28:35: note: declared private here
// src/main.cpp:9:10: error[GPUC0200]: call to deleted constructor of 'index_1d_t'
// [PREFIX]/include/gpuc/thread.hpp:20:3: note: 'index_1d_t' has been explicitly marked deleted here
