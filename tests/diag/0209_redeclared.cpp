#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

void k(gpuc::disjoint_slice<int> out);
[[kernel]] void k(gpuc::disjoint_slice<int> out) { (void)out; }

}  // namespace kernels

// expected:
// src/main.cpp:6:3: error[GPUC0209]: 'k' was declared before as an ordinary function, and is a kernel here
// src/main.cpp:5:6: note: previous declaration is here
// help: write [[kernel]] on its first declaration
