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
// src/main.cpp:13:66: error[GPUC0217]: the kernel takes a gpuc::disjoint_slice<int> here, and this is 'const gpuc::device_buffer<int>'
// help: the kernel writes to it: pass a buffer or view that is not const
