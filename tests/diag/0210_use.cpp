#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) { (void)out; }
[[kernel]] void other(gpuc::disjoint_slice<int> out) { k(out); }

}  // namespace kernels

void run(gpuc::disjoint_slice<int> view) {
    kernels::k(view);
    auto pointer = &kernels::k;
    (void)pointer;
}

// expected:
// src/main.cpp:6:56: error[GPUC0210]: kernel 'k' can only be launched, not called or pointed to
// help: launch it through its module: module.k(stream, prepared, ...); move what both need into a function
// src/main.cpp:11:14: error[GPUC0210]: kernel 'k' can only be launched, not called or pointed to
// help: launch it through its module: module.k(stream, prepared, ...); move what both need into a function
// src/main.cpp:12:30: error[GPUC0210]: kernel 'k' can only be launched, not called or pointed to
// help: launch it through its module: module.k(stream, prepared, ...); move what both need into a function
