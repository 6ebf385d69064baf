#include <gpuc/gpuc.hpp>

#include <immintrin.h>

static int jump(int x) {
    static void* const targets[] = {&&first, &&second};
    goto *targets[x];
first:
    return 1;
second:
    return 2;
}
static int halve(__int128 x) { return int(float(x) / 2); }
static __m128 reciprocal(__m128 x) { return _mm_rsqrt_ps(x); }

namespace [[gpuc::module]] kernels {

[[kernel]] void a(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = jump(1);
}
[[kernel]] void b(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = halve(out.size());
}
[[kernel]] void c(gpuc::disjoint_slice<__m128> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = reciprocal(*slot);
}

}  // namespace kernels

// expected:
// src/main.cpp:19:67: error[GPUC0315]: the device has no computed goto
// src/main.cpp:18: note: in kernel `kernels::a`
// help: use a switch
// src/main.cpp:13:49: error[GPUC0315]: the device does not convert between __int128 and floating point
// src/main.cpp:22:67: note: called from kernel `kernels::b` here
// help: convert the two 64-bit halves
// src/main.cpp:14:45: error[GPUC0315]: device code uses the x86 instruction `llvm.x86.sse.rsqrt.ps`
// src/main.cpp:25:67: note: called from kernel `kernels::c` here
// help: write the operation in plain C++
