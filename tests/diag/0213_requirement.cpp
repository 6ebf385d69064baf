#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void late(gpuc::slice<const int> a, gpuc::disjoint_slice<int> out) {
    auto index = gpuc::thread::index_1d();
    gpuc::launch_requires(a.size() >= out.size());
    if (auto slot = out.get_if(index)) *slot = a[index.get()];
}

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void within(gpuc::slice<const int> a, gpuc::disjoint_slice<int> out) {
    if (a.size() > 5) gpuc::launch_requires(a.size() >= out.size());
}

}  // namespace kernels

void host(std::size_t n) { gpuc::launch_requires(n > 3); }

static int helper(gpuc::slice<const int> a, std::size_t n) {
    gpuc::launch_requires(a.size() > n);
    return a[n];
}
int use(gpuc::slice<const int> a) { return helper(a, 2); }

// expected:
// src/main.cpp:8:5: error[GPUC0213]: this launch_requires comes after other statements, so no launch would check it
// help: move it to the top of the kernel; only using and constexpr declarations may precede it
// src/main.cpp:14:23: error[GPUC0213]: this launch_requires comes after other statements, so no launch would check it
// help: move it to the top of the kernel; only using and constexpr declarations may precede it
// src/main.cpp:19:28: error[GPUC0213]: this launch_requires is not in a kernel, so no launch would check it
// help: state it at the top of every kernel that needs it
// src/main.cpp:22:5: error[GPUC0213]: this launch_requires is not in a kernel, so no launch would check it
// help: state it at the top of every kernel that needs it
