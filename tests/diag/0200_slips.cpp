#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void scale(gpuc::slice<const float> a, float factor, gpuc::disjoint_slice<float> c) {
    auto i = gpuc::thread::index_1d();
    c[i.get()] = factor * a[i.get()];
    if (auto out = c.get_if(i.get())) *out = 1;
    a[i.get()] = 3;
    auto j = i;
}

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 2, .block = {16, 16}})]]
void transpose(gpuc::matrix<const float> a, gpuc::disjoint_matrix<float> c) {
    auto here = gpuc::thread::index_2d();
    c(here.row(), here.column()) = a(here.column(), here.row());
    if (auto out = c.get_if(here.row())) *out = 1;
    a(0, 1) = 3;
}

}  // namespace kernels

void run(gpuc::context& ctx, gpuc::device_buffer<float>& a, gpuc::device_buffer<float>& c) {
    auto stream = ctx.default_stream();
    auto module = kernels::load(ctx);
    auto wrong = module.prepare_scale(1000);
    auto prepared = module.prepare_scale(gpuc::covering(1000));
    module.scal(stream, prepared, a, 2.0f, c);
    module.prepare_scal(gpuc::covering(1000));
    module.scale(stream, prepared, 2.0f, a, c);
    module.scale(prepared, stream, a, 2.0f, c);
    auto matrix = module.prepare_transpose(gpuc::covering({10, 10}));
}

// expected:
// src/main.cpp:8:6: error[GPUC0200]: an output has no c[i]: each of its elements belongs to the thread whose index it is
// help: write to this thread's own: if (auto out = c.get_if(gpuc::thread::index_1d())) *out = ...
// src/main.cpp:9:29: error[GPUC0200]: an element of an output is asked for by a number, 'std::size_t', and anybody can make a number
// help: pass the index itself: auto i = gpuc::thread::index_1d(); c.get_if(i)
// src/main.cpp:10:16: error[GPUC0200]: a slice of const elements is an input, and cannot be written to
// help: give the kernel a gpuc::disjoint_slice<T> for what it writes
// src/main.cpp:11:10: error[GPUC0200]: a thread's index cannot be copied: it stands for this thread alone
// help: use it where it was made, or take its number with get()
// src/main.cpp:17:5: error[GPUC0200]: an output has no c[row, column]: each of its elements belongs to the thread whose index it is
// help: write to this thread's own: if (auto out = c.get_if(gpuc::thread::index_2d())) *out = ...
// src/main.cpp:18:29: error[GPUC0200]: an element of an output is asked for by a number, 'std::size_t', and anybody can make a number
// help: pass the index itself: auto i = gpuc::thread::index_2d(); c.get_if(i)
// src/main.cpp:19:13: error[GPUC0200]: a matrix of const elements is an input, and cannot be written to
// help: give the kernel a gpuc::disjoint_matrix<T> for what it writes
// src/main.cpp:27:25: error[GPUC0200]: 'prepare_scale' takes the shape of a launch, and this is none
// help: say what it covers, gpuc::covering(count), or {.grid = ..., .block = ...}
// src/main.cpp:29:12: error[GPUC0200]: no member named 'scal' in 'kernels::module_type'
// help: did you mean 'scale'?
// src/main.cpp:30:12: error[GPUC0200]: no member named 'prepare_scal' in 'kernels::module_type'
// help: did you mean 'prepare_scale'?
// src/main.cpp:31:36: error[GPUC0217]: the kernel takes a gpuc::slice<const float> here, and this is 'float'
// help: pass a device_buffer of these elements
// src/main.cpp:32:18: error[GPUC0217]: a launch takes the stream first, and this is what prepare_scale returned
// help: scale(stream, prepared, arguments...)
// src/main.cpp:33:44: error[GPUC0200]: gpuc::covering({...}) may mean two or three dimensions
// help: say which: gpuc::covering(gpuc::extent_2d{columns, rows}), or extent_3d{x, y, z}
