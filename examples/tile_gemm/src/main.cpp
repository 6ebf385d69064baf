// prints: 512 x 384 x 640 within 2e-3
#include <gpuc/gpuc.hpp>
#include <gpuc/test.hpp>

#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

namespace [[gpuc::module]] kernels {

// C = A B in half precision with float accumulation. BK is not visible in any argument, so the host names it.
template <int BM, int BN, int BK>
[[tile_kernel]]
void gemm(gpuc::out<float, gpuc::shape<BM, BN>, gpuc::dims<"m", "n">> c,
          gpuc::in<gpuc::half, gpuc::dims<"m", "k">> a,
          gpuc::in<gpuc::half, gpuc::dims<"k", "n">> b,
          gpuc::static_int<BK>) {
    auto pa = gpuc::tiles<BM, BK>(a);
    auto pb = gpuc::tiles<BK, BN>(b);
    auto [m, n] = c.index();                              // typed: positions along "m" and "n"
    auto acc = gpuc::zeros_tile<float, BM, BN>();
    for (auto k : gpuc::axis<1>(pa)) {                    // typed: position along "k"; no access needs a check
        acc = gpuc::mma(pa.load(m, k), pb.load(k, n), acc);
    }
    c.store(acc);
}

}  // namespace kernels

static std::vector<gpuc::half> numbers(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> unit(-1, 1);
    std::vector<gpuc::half> made(count);
    for (auto& value : made) value = static_cast<gpuc::half>(unit(random));
    return made;
}

// The relative error of the product of two random matrices.
static double error(const gpuc::stream& stream, std::size_t m, std::size_t n, std::size_t k) {
    auto a = numbers(m * k, 1), b = numbers(k * n, 2);
    auto ta = gpuc::tensor<gpuc::half>::from_host(a, {m, k});
    auto tb = gpuc::tensor<gpuc::half>::from_host(b, {k, n});
    auto tc = gpuc::empty<float>({m, n}).partition(gpuc::tile_shape<64, 64>);
    auto c = kernels::gemm(std::move(tc), std::move(ta), std::move(tb), gpuc::static_int<32>{})
                 .first().unpartition().to_host().sync_on(stream);
    double off = 0, norm = 0;
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            double sum = 0;
            for (std::size_t q = 0; q < k; ++q) sum += double(float(a[i * k + q])) * double(float(b[q * n + j]));
            off += (c[i * n + j] - sum) * (c[i * n + j] - sum);
            norm += sum * sum;
        }
    return std::sqrt(off / norm);
}

int main() try {
    gpuc::context ctx;
    double off = error(ctx.default_stream(), 512, 384, 640);
    if (!(off < 2e-3)) return std::fprintf(stderr, "off by %g\n", off), 1;
    std::printf("512 x 384 x 640 within 2e-3\n");
} catch (const gpuc::error& e) {
    return gpuc::report(e);
}

TEST_CASE("extents that are no multiple of the tiles") {
    gpuc::context ctx;
    CHECK(error(ctx.default_stream(), 65, 63, 33) < 2e-3);
    CHECK(error(ctx.default_stream(), 1, 130, 100) < 2e-3);
}
