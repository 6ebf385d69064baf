#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] int k(gpuc::slice<const int> a) { return a[0]; }
[[kernel]] auto deduced(gpuc::slice<const int> a) { return a[0]; }

}  // namespace kernels

// expected:
// src/main.cpp:5:16: error[GPUC0201]: kernel 'k' returns 'int', and nobody could receive it
// help: return void and write results to a gpuc::disjoint_slice
// src/main.cpp:6:17: error[GPUC0201]: kernel 'deduced' returns 'int', and nobody could receive it
// help: return void and write results to a gpuc::disjoint_slice
