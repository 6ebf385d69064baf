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
// src/main.cpp:6:32: error[GPUC0200]: an element of an output is asked for by a number, 'int', and anybody can make a number
// help: pass the index itself: auto i = gpuc::thread::index_1d(); c.get_if(i)
// src/main.cpp:7:30: error[GPUC0200]: calling a private constructor of class 'gpuc::thread::index_1d_t'
// [PREFIX]/include/gpuc/thread.hpp:28:35: note: declared private here
// src/main.cpp:9:10: error[GPUC0200]: a thread's index cannot be copied: it stands for this thread alone
// help: use it where it was made, or take its number with get()
