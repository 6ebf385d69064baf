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
// src/main.cpp:17:27: error[GPUC0217]: this launch was prepared for the kernel 'first', and the kernel is 'second'
// help: pass what prepare_second returns
