#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void k(gpuc::disjoint_slice<int> out) { (void)out; }

}  // namespace kernels

void run(gpuc::context& ctx, const gpuc::device_buffer<int>& buffer) {
    auto stream = ctx.default_stream();
    auto module = kernels::load(ctx);
    module.k(stream, module.prepare_k({.grid = 1, .block = 64}), buffer);
}

// expected:
// src/main.cpp:13:66: error[GPUC0200]: no viable conversion from 'const gpuc::device_buffer<int>' to 'const slice_argument<disjoint_slice, int>'
// [PREFIX]/include/gpuc/abi/arguments.hpp:37:7: note: candidate constructor (the implicit copy constructor) not viable: no known conversion from 'const gpuc::device_buffer<int>' to 'const slice_argument<gpuc::disjoint_slice, int> &' for 1st argument
// [PREFIX]/include/gpuc/abi/arguments.hpp:37:7: note: candidate constructor (the implicit move constructor) not viable: no known conversion from 'const gpuc::device_buffer<int>' to 'slice_argument<gpuc::disjoint_slice, int> &&' for 1st argument
// [PREFIX]/include/gpuc/abi/arguments.hpp:42:3: note: candidate constructor not viable: no known conversion from 'const gpuc::device_buffer<int>' to 'device_view<int>' for 1st argument
// [PREFIX]/include/gpuc/abi/arguments.hpp:47:3: note: candidate constructor not viable: 1st argument ('const gpuc::device_buffer<int>') would lose const qualifier
// [PREFIX]/include/gpuc/abi/arguments.hpp:44:3: note: candidate constructor not viable: constraints not satisfied
// [PREFIX]/include/gpuc/abi/arguments.hpp:45:14: note: because 'std::is_const_v<int>' evaluated to false
// [PREFIX]/include/gpuc/abi/arguments.hpp:48:3: note: candidate constructor not viable: constraints not satisfied
// [PREFIX]/include/gpuc/abi/arguments.hpp:49:14: note: because 'std::is_const_v<int>' evaluated to false
