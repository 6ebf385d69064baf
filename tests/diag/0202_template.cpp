#include <gpuc/gpuc.hpp>

#include <string>

namespace [[gpuc::module]] kernels {

template <class T>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void k(T value, gpuc::disjoint_slice<int> out) { (void)value, (void)out; }

}  // namespace kernels

void run(gpuc::context& ctx, gpuc::device_buffer<int>& buffer) {
    auto stream = ctx.default_stream();
    auto module = kernels::load(ctx);
    std::string text = "host";
    module.k(stream, module.prepare_k(gpuc::covering(buffer), text, buffer), text, buffer);
}

// expected:
// src/main.cpp:9:6: error[GPUC0202]: kernel 'k': parameter 'value': 'std::basic_string<char>' has a copy constructor of its own, so its bytes cannot be sent to the device
// help: pass a trivially copyable type
