#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] void by_reference(const int& x, gpuc::disjoint_slice<int> out) { (void)x, (void)out; }
[[kernel]] void by_view(gpuc::disjoint_slice<int>& out) { (void)out; }
[[kernel]] void by_rvalue(int&& x, gpuc::disjoint_slice<int> out) { (void)x, (void)out; }

}  // namespace kernels

// expected:
// src/main.cpp:5:17: error[GPUC0203]: kernel 'by_reference': parameter 'x' is a reference, and the host's objects are not on the device
// help: take it by value, or take a gpuc::slice
// src/main.cpp:6:17: error[GPUC0203]: kernel 'by_view': parameter 'out' is a reference, and the host's objects are not on the device
// help: take it by value, or take a gpuc::slice
// src/main.cpp:7:17: error[GPUC0203]: kernel 'by_rvalue': parameter 'x' is a reference, and the host's objects are not on the device
// help: take it by value, or take a gpuc::slice
