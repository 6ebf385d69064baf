// prints: 100000 elements of 2.5 x + y are right
#include <gpuc/gpuc.hpp>
#include <gpuc/test.hpp>

#include <cstdio>
#include <vector>

namespace [[gpuc::module]] kernels {

// Runs once for each tile of z. The host's partition says how wide a tile is, so B is deduced.
template <int B>
[[tile_kernel]]
void saxpy(gpuc::out<float, gpuc::shape<B>, gpuc::dims<"n">> z, float a, gpuc::in<float, gpuc::dims<"n">> x,
           gpuc::in<float, gpuc::dims<"n">> y) {
    z.store(a * gpuc::load_like(x, z) + gpuc::load_like(y, z));
}

}  // namespace kernels

static std::vector<float> saxpy(const gpuc::stream& stream, float a, const std::vector<float>& x,
                                const std::vector<float>& y) {
    auto tx = gpuc::tensor<float>::from_host(x, {x.size()});
    auto ty = gpuc::tensor<float>::from_host(y, {y.size()});
    auto tz = gpuc::empty<float>({x.size()}).partition(gpuc::tile_shape<1024>);
    return kernels::saxpy(std::move(tz), a, std::move(tx), std::move(ty))
        .first().unpartition().to_host().sync_on(stream);
}

int main() try {
    gpuc::context ctx;
    std::vector<float> x(100000), y(100000);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = float(i % 1000), y[i] = float(i % 77);
    auto z = saxpy(ctx.default_stream(), 2.5f, x, y);
    for (std::size_t i = 0; i < z.size(); ++i)
        if (z[i] != 2.5f * x[i] + y[i]) return std::fprintf(stderr, "element %zu is %g\n", i, double(z[i])), 1;
    std::printf("%zu elements of 2.5 x + y are right\n", z.size());
} catch (const gpuc::error& e) {
    return gpuc::report(e);
}

TEST_CASE("lengths that are no multiple of the tile") {
    gpuc::context ctx;
    for (std::size_t n : {1, 1023, 1024, 1025, 5000}) {
        CAPTURE(n);
        std::vector<float> x(n, 3), y(n, 1);
        CHECK(saxpy(ctx.default_stream(), 2, x, y) == std::vector<float>(n, 7));
    }
}

TEST_CASE("lengths that differ are refused") {
    gpuc::context ctx;
    CHECK_THROWS_AS(saxpy(ctx.default_stream(), 1, std::vector<float>(10), std::vector<float>(11)), gpuc::launch_error);
}
