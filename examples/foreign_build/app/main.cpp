// A program that gpuc does not build: g++ compiles it, and it links the library of kernels and gpuc's runtime.
#include <polish/polish.hpp>

#include <gpuc/gpuc.hpp>

#include <cstdio>
#include <vector>

int main() try {
    constexpr std::size_t rows = 300, columns = 500;
    gpuc::context ctx;
    auto stream = ctx.default_stream();
    std::vector<float> bias(rows);
    for (std::size_t r = 0; r < rows; ++r) bias[r] = static_cast<float>(r) - 150;
    auto device_bias = gpuc::device_buffer<float>::from_host(stream, bias);
    auto m = gpuc::device_buffer<float>::filled(stream, rows * columns, 10.0f);
    polish::add_bias_and_relu(ctx, stream, device_bias.view(), m.view(), columns);

    std::vector<float> result = m.to_host(stream);
    for (std::size_t i = 0; i < result.size(); ++i) {
        float moved = 10.0f + bias[i / columns];
        if (result[i] != (moved > 0 ? moved : 0)) return std::fprintf(stderr, "FAILED: element %zu\n", i), 1;
    }
    std::printf("PASSED: %zu x %zu elements in a program of another compiler\n", rows, columns);
} catch (const gpuc::error& e) {
    return gpuc::report(e);
}
