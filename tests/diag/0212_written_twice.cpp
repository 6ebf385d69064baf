#include <gpuc/gpuc.hpp>

inline constexpr gpuc::contract flat{.domain = 1, .block = {32}};

namespace [[gpuc::module]] kernels {

[[kernel, gpuc::launch_contract(flat)]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void contracts(gpuc::disjoint_slice<int> out) { (void)out; }
[[kernel]] [[gpuc::launch_bounds(64), gpuc::launch_bounds(128)]]
void bounds(gpuc::disjoint_slice<int> out) { (void)out; }
[[kernel]] [[gpuc::launch_contract(missing)]]
void name(gpuc::disjoint_slice<int> out) { (void)out; }
[[kernel]] [[gpuc::launch_contract()]]
void nothing(gpuc::disjoint_slice<int> out) { (void)out; }

}  // namespace kernels

int main() {
    gpuc::context context;
    auto module = kernels::load(context);
    (void)module.prepare_contracts(gpuc::covering(1));
    // Nothing is said of these: their contracts are the reason, and the reason has been given.
    module.prepare_name(gpuc::covering(1));
    module.prepare_nothing(gpuc::covering(1));
}

// expected:
// src/main.cpp:7:43: error[GPUC0212]: the kernel has its contract already
// help: write the contract once
// src/main.cpp:9:39: error[GPUC0212]: the kernel has its launch_bounds already
// help: write the launch_bounds once
// src/main.cpp:11:36: error[GPUC0200]: use of undeclared identifier 'missing'
// src/main.cpp:13:14: error[GPUC0212]: launch_contract takes one gpuc::contract
// help: write: [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
