#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void matrix_in_one(gpuc::disjoint_matrix<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_2d())) *slot = 1;
}

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 2, .block = {16, 16}})]]
void slice_in_two(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = 1;
}

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 4, .block = {16}})]]
void four(gpuc::disjoint_slice<int> out) { (void)out; }

}  // namespace kernels

// expected:
// src/main.cpp:6:6: error[GPUC0204]: kernel 'matrix_in_one': parameter 'out' is owned by 2-dimensional indices, but the contract's domain is 1
// help: write .domain = 2, or take a gpuc::disjoint_slice
// src/main.cpp:11:6: error[GPUC0204]: kernel 'slice_in_two': parameter 'out' is owned by 1-dimensional indices, but the contract's domain is 2
// help: write .domain = 1, or take a gpuc::disjoint_matrix
// src/main.cpp:15:14: error[GPUC0204]: a domain has 1 to 3 dimensions, not 4
// help: write: .domain = 1
