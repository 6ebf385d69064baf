#include <gpuc/gpuc.hpp>

static int width = 256;

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {width}})]]
void variable(gpuc::disjoint_slice<int> out) { (void)out; }

[[kernel]] [[gpuc::launch_contract(256)]]
void number(gpuc::disjoint_slice<int> out) { (void)out; }

[[kernel]] [[gpuc::launch_contract]]
void nothing(gpuc::disjoint_slice<int> out) { (void)out; }

[[kernel]] [[gpuc::launch_bounds(1, 2, 3)]]
void bounds(gpuc::disjoint_slice<int> out) { (void)out; }

}  // namespace kernels

// expected:
// src/main.cpp:7:74: error[GPUC0200]: non-constant-expression cannot be narrowed from type 'int' to 'unsigned int' in initializer list
// src/main.cpp:7:74: note: insert an explicit cast to silence this issue
// src/main.cpp:13:14: error[GPUC0212]: launch_contract takes one gpuc::contract
// help: write: [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
// src/main.cpp:16:14: error[GPUC0200]: 'gpuc::launch_bounds' attribute takes no more than 2 arguments
// src/main.cpp:7:14: error[GPUC0212]: the contract is not a constant gpuc::contract
// help: write: [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
// src/main.cpp:10:14: error[GPUC0212]: the contract is not a constant gpuc::contract
// help: write: [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
