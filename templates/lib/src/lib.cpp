#include <@NAME@/scale.hpp>

// Everything in this module is compiled for the GPU. At its closing brace gpuc generates `load`, `prepare_multiply`
// and the safe launch `multiply`.
namespace [[gpuc::module]] kernels {

[[kernel]]
[[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256, 1, 1}})]]
void multiply(float factor, gpuc::disjoint_slice<float> data) {
    if (auto element = data.get_if(gpuc::thread::index_1d())) {
        *element = factor * *element;
    }
}

}  // namespace kernels

namespace scaling {

void scale(gpuc::context& ctx, gpuc::stream& stream, float factor, gpuc::device_buffer<float>& data) {
    auto module = kernels::load(ctx);
    module.multiply(stream, module.prepare_multiply(gpuc::covering(data.size())), factor, data);
}

}  // namespace scaling
