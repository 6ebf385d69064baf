#include <gpuc/gpuc.hpp>

struct table {
    int (*f)(int);
};

namespace [[gpuc::module]] kernels {

[[kernel]] void k(table t, gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = t.f(1);
}

}  // namespace kernels

// expected:
// src/main.cpp:10:67: error[GPUC0318]: device code calls through a pointer or a virtual function that gpuc cannot follow
// src/main.cpp:9: note: in kernel `kernels::k`
// help: make the callee a template parameter, or choose among known functions with a switch
