#include <gpuc/gpuc.hpp>

#include <cstdarg>

static int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int total = 0;
    for (int i = 0; i < n; ++i) total += va_arg(list, int);
    va_end(list);
    return total;
}

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = sum(2, 1, 2);
}

}  // namespace kernels

// expected:
// src/main.cpp:7:5: error[GPUC0306]: device code has the variadic function `sum(int, ...)`
// src/main.cpp:17:67: note: called from kernel `kernels::k` here
// help: use a parameter pack: template <class... T> void f(T... values)
// src/main.cpp:10:5: error[GPUC0306]: device code has the variadic function `sum(int, ...)`
// src/main.cpp:17:67: note: called from kernel `kernels::k` here
// help: use a parameter pack: template <class... T> void f(T... values)
