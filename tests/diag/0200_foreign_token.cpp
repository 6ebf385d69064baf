#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void first(gpuc::disjoint_slice<int> out) { (void)out; }

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void second(gpuc::disjoint_slice<int> out) { (void)out; }

}  // namespace kernels

void run(gpuc::context& ctx, gpuc::device_buffer<int>& buffer) {
    auto stream = ctx.default_stream();
    auto module = kernels::load(ctx);
    auto prepared = module.prepare_first({.grid = 1, .block = 64});
    module.second(stream, prepared, buffer);
}

// expected:
// src/main.cpp:17:27: error[GPUC0200]: no viable conversion from 'prepared<&first>' to 'const prepared<&second>'
// [PREFIX]/include/gpuc/abi/launcher.hpp:25:7: note: candidate constructor (the implicit copy constructor) not viable: no known conversion from 'token' (aka 'gpuc::prepared<&first>') to 'const prepared<&kernels::second> &' for 1st argument
// [PREFIX]/include/gpuc/abi/launcher.hpp:25:7: note: candidate constructor (the implicit move constructor) not viable: no known conversion from 'token' (aka 'gpuc::prepared<&first>') to 'prepared<&kernels::second> &&' for 1st argument
// [PREFIX]/include/gpuc/abi/launcher.hpp:28:12: note: explicit constructor is not a candidate
