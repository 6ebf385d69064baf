#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]] void a(gpuc::disjoint_slice<int> out);
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void a(gpuc::disjoint_slice<int> out) { (void)out; }
[[kernel]] void b(gpuc::disjoint_slice<int> out);

}  // namespace kernels

[[kernel]] [[gpuc::launch_bounds(64)]] void kernels::b(gpuc::disjoint_slice<int> out) { (void)out; }

// expected:
// src/main.cpp:6:14: error[GPUC0212]: kernel 'a' was declared before, with a contract of its own
// help: write the contract once, on the kernel's first declaration
// src/main.cpp:12:14: error[GPUC0212]: kernel 'b' was declared before, without this launch_bounds
// help: write the launch_bounds once, on the kernel's first declaration
