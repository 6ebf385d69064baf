#include <gpuc/gpuc.hpp>

struct table {
    int size;
    const float* data;
};

namespace [[gpuc::module]] kernels {

template <class T, class F>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void map(F f, gpuc::slice<const T> in, gpuc::disjoint_slice<T> out) {
    auto i = gpuc::thread::index_1d();
    if (auto slot = out.get_if(i)) *slot = f(in[i.get()]);
}

template <class V>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void put(V value, gpuc::disjoint_slice<float> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = static_cast<float>(value.size);
}

}  // namespace kernels

struct scaling {
    float factor;
    void run(const kernels::module_type& module, const gpuc::stream& stream, gpuc::device_buffer<float>& a,
             gpuc::device_buffer<float>& b) {
        auto f = [this](float x) { return x * factor; };
        module.map(stream, module.prepare_map(gpuc::covering(64), f, a, b), f, a, b);
    }
};

void run(gpuc::context& ctx, gpuc::device_buffer<float>& a, gpuc::device_buffer<float>& b, const float* data) {
    auto stream = ctx.default_stream();
    auto module = kernels::load(ctx);
    float factor = 2, weights[4] = {1, 2, 3, 4};
    auto by_value = [factor, weights](float x) { return x * factor + weights[1]; };
    module.map(stream, module.prepare_map(gpuc::covering(64), by_value, a, b), by_value, a, b);
    auto by_reference = [&factor](float x) { return x * factor; };
    module.map(stream, module.prepare_map(gpuc::covering(64), by_reference, a, b), by_reference, a, b);
    auto pointer = [data](float x) { return x + data[0]; };
    auto prepared = module.prepare_map(gpuc::covering(64), pointer, a, b);
    module.map_unchecked(stream, {.grid = 1, .block = 64}, [data](float x) { return x - data[0]; }, a, b);
    module.put(stream, module.prepare_put<table>(gpuc::covering(64)), table{1, data}, b);
}

// expected:
// src/main.cpp:43:10: warning[GPUC0219]: unused variable 'prepared'
// src/main.cpp:30:35: error[GPUC0214]: kernel 'map' has no checked launch with these arguments: parameter 'f' holds a pointer in the captured 'this'
// help: capture values, and give the kernel a view for what they point to, or launch it with map_unchecked(stream, config, ...)
// src/main.cpp:41:31: error[GPUC0214]: kernel 'map' has no checked launch with these arguments: parameter 'f' holds a pointer in capture 'factor', by reference
// help: capture values, and give the kernel a view for what they point to, or launch it with map_unchecked(stream, config, ...)
// src/main.cpp:43:28: error[GPUC0214]: kernel 'map' has no checked launch with these arguments: parameter 'f' holds a pointer in capture 'data'
// help: capture values, and give the kernel a view for what they point to, or launch it with map_unchecked(stream, config, ...)
// src/main.cpp:45:31: error[GPUC0214]: kernel 'put' has no checked launch with these arguments: parameter 'value' holds a pointer in member 'data'
// help: take a gpuc::slice<const T>, gpuc::disjoint_slice<T> or gpuc::atomic_slice<T>, or launch it with put_unchecked(stream, config, ...)
