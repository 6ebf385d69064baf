// prints: 300 rows have mean 0 and variance 1
#include <gpuc/gpuc.hpp>
#include <gpuc/test.hpp>

#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

namespace [[gpuc::module]] kernels {

// Rows may be shorter than a tile is wide: what is behind their end counts for nothing.
template <int R, int C>
[[tile_kernel]]
void layernorm(gpuc::out<float, gpuc::shape<R, C>, gpuc::dims<"rows", "columns">> y,
               gpuc::in<float, gpuc::dims<"rows", "columns">> x) {
    auto t = gpuc::load_like(x, y);
    auto length = static_cast<int>(x.extent(1));
    auto inside = gpuc::reshape<1, C>(gpuc::iota_tile<int, C>()) < length;
    auto centred = t - gpuc::reduce_sum<1>(t) / float(length);
    auto counted = gpuc::select(inside, centred, gpuc::zeros_tile<float, 1, 1>());
    auto variance = gpuc::reduce_sum<1>(counted * counted) / float(length);
    y.store(counted * gpuc::rsqrt(variance + 1e-5f));
}

}  // namespace kernels

constexpr int kMostColumns = 1024;

static std::vector<float> run(const gpuc::stream& stream, const std::vector<float>& x, std::size_t rows) {
    std::size_t columns = x.size() / rows;
    auto tx = gpuc::tensor<float>::from_host(x, {rows, columns});
    auto ty = gpuc::empty<float>({rows, columns}).partition(gpuc::tile_shape<4, kMostColumns>);
    return kernels::layernorm(std::move(ty), std::move(tx)).first().unpartition().to_host().sync_on(stream);
}

static double worst(const std::vector<float>& x, const std::vector<float>& y, std::size_t rows) {
    std::size_t columns = x.size() / rows;
    double largest = 0;
    for (std::size_t r = 0; r < rows; ++r) {
        const float* row = x.data() + r * columns;
        double mean = 0, variance = 0;
        for (std::size_t c = 0; c < columns; ++c) mean += row[c] / double(columns);
        for (std::size_t c = 0; c < columns; ++c) variance += (row[c] - mean) * (row[c] - mean) / double(columns);
        for (std::size_t c = 0; c < columns; ++c)
            largest = std::fmax(largest, std::fabs(y[r * columns + c] - (row[c] - mean) / std::sqrt(variance + 1e-5)));
    }
    return largest;
}

static std::vector<float> numbers(std::size_t count) {
    std::mt19937 random(1);
    std::normal_distribution<float> normal;
    std::vector<float> made(count);
    for (float& value : made) value = normal(random);
    return made;
}

int main() try {
    gpuc::context ctx;
    auto x = numbers(300 * 1000);
    double error = worst(x, run(ctx.default_stream(), x, 300), 300);
    if (!(error < 1e-4)) return std::fprintf(stderr, "off by %g\n", error), 1;
    std::printf("300 rows have mean 0 and variance 1\n");
} catch (const gpuc::error& e) {
    return gpuc::report(e);
}

TEST_CASE("rows of any length up to the tile's") {
    gpuc::context ctx;
    for (std::size_t columns : {1, 3, 128, 1023, 1024}) {
        CAPTURE(columns);
        auto x = numbers(7 * columns);
        CHECK(worst(x, run(ctx.default_stream(), x, 7), 7) < 1e-4);
    }
}
