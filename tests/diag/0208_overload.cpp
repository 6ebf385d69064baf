#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] void fill(gpuc::disjoint_slice<int> out) { (void)out; }
[[kernel]] void fill(gpuc::disjoint_slice<float> out) { (void)out; }
[[kernel]] void load(gpuc::disjoint_slice<int> out) { (void)out; }

}  // namespace kernels

// expected:
// src/main.cpp:7:17: error[GPUC0208]: nothing in module 'kernels' can be named 'load': what gpuc makes for the module has that name
// help: choose another name
// src/main.cpp:6:17: error[GPUC0208]: module 'kernels' has a kernel 'fill' already
// help: give each kernel a name of its own
