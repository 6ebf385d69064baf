#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

template <unsigned N>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {N}})]]
void dependent(gpuc::disjoint_slice<int> out) { (void)out; }

template <class... T>
[[kernel]] void pack(gpuc::disjoint_slice<int> out, T... values) { (void)out; }

}  // namespace kernels

// expected:
// src/main.cpp:6:14: error[GPUC0216]: a contract that depends on template parameters is not supported yet
// help: use constants that do not depend on them
// src/main.cpp:10:17: error[GPUC0216]: kernel 'pack' takes a parameter pack, which is not supported yet
// help: name every parameter
