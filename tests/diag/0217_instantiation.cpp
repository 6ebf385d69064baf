// A kernel template is named by the arguments of its launch; without them, or with others, there is none.
#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

template <class F>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void map(F f, gpuc::disjoint_slice<float> out) {
    auto i = gpuc::thread::index_1d();
    if (auto mine = out.get_if(i)) *mine = f(i.get());
}

}  // namespace kernels

void run(gpuc::context& ctx, gpuc::device_buffer<float>& out) {
    auto module = kernels::load(ctx);
    auto twice = [](std::size_t i) { return 2.0f * static_cast<float>(i); };
    (void)module.prepare_map(gpuc::covering(out));
    (void)module.prepare_map(gpuc::covering(out), out, twice);
    (void)module.prepare_map(gpuc::covering(out), twice, out);
}

// expected:
// src/main.cpp:18:18: error[GPUC0217]: these arguments name no instantiation of the kernel template 'map'
// help: prepare_map takes the shape and then all arguments of the launch, or template arguments: prepare_map<...>(shape)
// src/main.cpp:19:18: error[GPUC0217]: these arguments name no instantiation of the kernel template 'map'
// help: prepare_map takes the shape and then all arguments of the launch, or template arguments: prepare_map<...>(shape)
