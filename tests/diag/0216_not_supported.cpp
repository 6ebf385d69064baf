#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

template <class... T>
[[kernel]] void pack(gpuc::disjoint_slice<int> out, T... values) { (void)out; }

}  // namespace kernels

// expected:
// src/main.cpp:6:17: error[GPUC0216]: kernel 'pack' takes a parameter pack, which is not supported yet
// help: name every parameter
