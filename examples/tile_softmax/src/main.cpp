// prints: 300 rows of 1000 are right
#include <gpuc/gpuc.hpp>
#include <gpuc/test.hpp>

#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

namespace [[gpuc::module]] kernels {

// One tile holds R whole rows padded to C columns; the padding takes no part.
template <int R, int C>
[[tile_kernel]]
void softmax(gpuc::out<float, gpuc::shape<R, C>, gpuc::dims<"rows", "columns">> y,
             gpuc::in<float, gpuc::dims<"rows", "columns">> x) {
    auto t = gpuc::load_like(x, y, gpuc::pad::lowest);
    auto e = gpuc::exp(t - gpuc::reduce_max<1>(t));
    y.store(e / gpuc::reduce_sum<1>(e));
}

}  // namespace kernels

constexpr int kMostColumns = 1024;

static std::vector<float> run(const gpuc::stream& stream, const std::vector<float>& x, std::size_t rows) {
    std::size_t columns = x.size() / rows;
    auto tx = gpuc::tensor<float>::from_host(x, {rows, columns});
    auto ty = gpuc::empty<float>({rows, columns}).partition(gpuc::tile_shape<4, kMostColumns>);
    return kernels::softmax(std::move(ty), std::move(tx)).first().unpartition().to_host().sync_on(stream);
}

static double worst(const std::vector<float>& x, const std::vector<float>& y, std::size_t rows) {
    std::size_t columns = x.size() / rows;
    double largest = 0;
    for (std::size_t r = 0; r < rows; ++r) {
        const float* row = x.data() + r * columns;
        double most = -1e300, sum = 0;
        for (std::size_t c = 0; c < columns; ++c) most = std::fmax(most, row[c]);
        for (std::size_t c = 0; c < columns; ++c) sum += std::exp(row[c] - most);
        for (std::size_t c = 0; c < columns; ++c)
            largest = std::fmax(largest, std::fabs(y[r * columns + c] - std::exp(row[c] - most) / sum));
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
    if (!(error < 1e-6)) return std::fprintf(stderr, "off by %g\n", error), 1;
    std::printf("300 rows of 1000 are right\n");
} catch (const gpuc::error& e) {
    return gpuc::report(e);
}

TEST_CASE("rows of any length up to the tile's") {
    gpuc::context ctx;
    for (std::size_t columns : {1, 3, 128, 1023, 1024}) {
        CAPTURE(columns);
        auto x = numbers(7 * columns);
        CHECK(worst(x, run(ctx.default_stream(), x, 7), 7) < 1e-6);
    }
}
