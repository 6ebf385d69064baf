#include <gpuc/gpuc.hpp>

struct large {
    int values[9000];
};

namespace [[gpuc::module]] kernels {

[[kernel]] void k(large value, gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = value.values[out.size()];
}

}  // namespace kernels

// expected:
// src/main.cpp:9: error[GPUC0311]: the parameters of kernel `kernels::k` take 36016 bytes, and a launch passes 32764 at most
// note: `value` takes 36000 bytes
// note: `out` takes 16 bytes
// help: pass large data in a device_buffer
