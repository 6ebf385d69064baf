#include <gpuc/gpuc.hpp>

constexpr auto pointer = &gpuc::launch_requires;

static bool firstIsZero(gpuc::slice<const int> a) { return a.size() > 0 && a[0] == 0; }

namespace [[gpuc::module]] kernels {

[[kernel]] void elements(gpuc::slice<const int> a, gpuc::disjoint_slice<int> out) {
    gpuc::launch_requires(a.size() == out.size() && a[0] == 1);
}
[[kernel]] void helper(gpuc::slice<const int> a) { gpuc::launch_requires(firstIsZero(a)); }
[[kernel]] void threads(gpuc::slice<const int> a) { gpuc::launch_requires(gpuc::thread::x() < a.size()); }
[[kernel]] void indirect(gpuc::slice<const int> a) { pointer(a.size() > 3, 0); }
[[kernel]] void inner(gpuc::slice<const int> a) { __gpuc_requires(a.size() > 3, 0); }

}  // namespace kernels

// expected:
// src/main.cpp:10:5: error[GPUC0213]: this requirement asks for 'gpuc::slice<const int>::operator[]', but the host checks it, before there are elements or threads
// help: relate sizes, rows, columns and scalar parameters
// src/main.cpp:12:52: error[GPUC0213]: this requirement asks for 'gpuc::slice<const int>::operator[]', but the host checks it, before there are elements or threads
// help: relate sizes, rows, columns and scalar parameters
// src/main.cpp:13:53: error[GPUC0213]: this requirement asks for 'gpuc::thread::x', but the host checks it, before there are elements or threads
// help: relate sizes, rows, columns and scalar parameters
// src/main.cpp:3:33: error[GPUC0213]: a requirement that is not a plain call of gpuc::launch_requires would be checked by no launch
// help: write as a first statement of the kernel: gpuc::launch_requires(...);
// src/main.cpp:15:51: error[GPUC0213]: a requirement that is not a plain call of gpuc::launch_requires would be checked by no launch
// help: write as a first statement of the kernel: gpuc::launch_requires(...);
