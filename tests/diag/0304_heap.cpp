#include <gpuc/gpuc.hpp>

#include <memory>
#include <string>
#include <vector>

static int grow(int x) {
    std::vector<int> v(x);
    return v[0];
}
static std::size_t text(int x) {
    std::string s(x, 'a');
    return s.size();
}
static int* made(int x) { return new int(x); }

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = grow(3) + *std::make_unique<int>(4) + int(text(5));
}

}  // namespace kernels

int host() { return *made(1); }

// expected:
// src/main.cpp:20:78: error[GPUC0304]: device code allocates memory, and the device has no heap
// src/main.cpp:19: note: in kernel `kernels::k`
// help: use std::array, a shared variable, or a buffer that the host passes
// src/main.cpp:12:17: error[GPUC0304]: device code allocates memory, and the device has no heap
// src/main.cpp:20:109: note: called from kernel `kernels::k` here
// help: use std::array, a shared variable, or a buffer that the host passes
// src/main.cpp:8:22: error[GPUC0304]: device code allocates memory, and the device has no heap
// src/main.cpp:20:67: note: called from kernel `kernels::k` here
// help: use std::array, a shared variable, or a buffer that the host passes
