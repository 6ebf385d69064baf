#include <polish/polish.hpp>

#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]]
[[gpuc::launch_contract(gpuc::contract{.domain = 2, .block = {32, 8}})]]
void bias_relu(gpuc::slice<const float> bias, gpuc::disjoint_matrix<float> m) {
    gpuc::launch_requires(bias.size() == m.rows());
    auto here = gpuc::thread::index_2d();
    if (auto element = m.get_if(here)) {
        float moved = *element + bias[here.row()];
        *element = moved > 0 ? moved : 0;
    }
}

}  // namespace kernels

namespace polish {

void add_bias_and_relu(const gpuc::context& ctx, const gpuc::stream& on, gpuc::device_view<const float> bias,
                       gpuc::device_view<float> m, std::size_t columns) {
    auto module = kernels::load(ctx);
    auto matrix = gpuc::as_matrix(m, columns == 0 ? 0 : m.size() / columns, columns);
    module.bias_relu(on, module.prepare_bias_relu(gpuc::covering(matrix)), bias, matrix);
}

}  // namespace polish
