#include <gpuc/gpuc.hpp>

#include <atomic>

struct alignas(16) wide {
    long x, y;
};

namespace [[gpuc::module]] kernels {

[[kernel]] void k(wide value, gpuc::disjoint_slice<int> out) {
    std::atomic_ref<wide> all(value);
    all.exchange({1, 2});
    (void)out;
}

}  // namespace kernels

// expected:
// src/main.cpp:13:9: error[GPUC0314]: the device has no atomic operation on an object of 16 bytes
// src/main.cpp:11: note: in kernel `kernels::k`
// help: atomic objects have 1, 2, 4 or 8 bytes
