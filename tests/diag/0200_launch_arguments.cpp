#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void k(int x, gpuc::disjoint_slice<int> out) { (void)x, (void)out; }

}  // namespace kernels

void run(gpuc::context& ctx, gpuc::device_buffer<int>& buffer) {
    auto stream = ctx.default_stream();
    auto module = kernels::load(ctx);
    auto prepared = module.prepare_k({.grid = 1, .block = 64});
    module.k(stream, prepared, buffer);
    module.k(stream, prepared, buffer, 1);
}

// expected:
// src/main.cpp:14:38: error[GPUC0200]: too few arguments to function call, expected 4, have 3
// src/main.cpp:6:6: note: kernel 'k' is launched with a stream, what prepare_k returned, and its 2 arguments
// src/main.cpp:15:32: error[GPUC0200]: no viable conversion from 'gpuc::device_buffer<int>' to 'const int'
// src/main.cpp:6:6: note: kernel 'k' is launched with a stream, what prepare_k returned, and its 2 arguments
