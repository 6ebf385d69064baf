#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void fill(gpuc::disjoint_slice<int> out) {
    auto index = gpuc::thread::index_1d();
    *out.get_if(index) = 1;
    auto slot = out.get_if(index);
    *slot += 1;
}

}  // namespace kernels

// expected:
// src/main.cpp:8:5: error[GPUC0206]: 'out.get_if(index)' is used before it is looked at: it may be nothing
// help: look first: if (auto slot = out.get_if(index)) *slot = ...;
// src/main.cpp:10:5: error[GPUC0206]: 'slot' is used before it is looked at: it may be nothing
// help: look first: if (auto slot = out.get_if(index)) *slot = ...;
