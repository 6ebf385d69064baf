#include <gpuc/gpuc.hpp>
#include <gpuc/test.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

namespace [[gpuc::module]] kernels {

// Runs once for every tile of the output, as one logical thread: no threads, no indices, no shared memory.
template <int B>                                        // the tile's width, taken from the host's partition
[[tile_kernel]]
void add(gpuc::out<float, gpuc::shape<B>, gpuc::dims<"n">> z,   // exclusive: this tile's B elements, nobody else's
         gpuc::in<float, gpuc::dims<"n">> x,                    // shared; "n" is read at launch and must agree
         gpuc::in<float, gpuc::dims<"n">> y) {
    auto tx = gpuc::load_like(x, z);                    // the tile of x that lines up with z
    auto ty = gpuc::load_like(y, z);
    z.store(tx + ty);
}

}  // namespace kernels

int main() try {
    gpuc::context ctx;
    auto stream = ctx.new_stream();

    // Lazy: nothing has touched the device yet.
    auto x = gpuc::ones<float>({1024});
    auto y = gpuc::ones<float>({1024});
    // Partitioning gives each tile its own 128 elements, fixes the grid at 1024 / 128 = 8 and supplies B.
    auto z = gpuc::zeros<float>({1024}).partition(gpuc::tile_shape<128>);

    std::vector<float> c = kernels::add(std::move(z), std::move(x), std::move(y))   // takes the three tensors...
                               .first()                                             // ...and gives them back; pick the output
                               .unpartition()
                               .to_host()
                               .sync_on(stream);                                    // only now does any of it run
    std::size_t errors = 0;
    for (float v : c) errors += std::fabs(v - 2.0f) > 1e-5f;
    if (errors != 0) return std::fprintf(stderr, "FAILED: %zu errors\n", errors), 1;
    std::printf("PASSED: all %zu elements correct\n", c.size());
} catch (const gpuc::error& e) {
    return gpuc::report(e);      // message on stderr, exit status 1
}

// === Tests: compiled and run by `gpuc test` only ===

TEST_CASE("lengths that are no multiple of the tile") {
    gpuc::context ctx;
    auto stream = ctx.new_stream();
    for (std::size_t n : {1, 127, 128, 129, 1000}) {
        CAPTURE(n);
        auto z = gpuc::empty<float>({n}).partition(gpuc::tile_shape<128>);
        auto sums = kernels::add(std::move(z), gpuc::full<float>({n}, 40), gpuc::full<float>({n}, 2))
                        .first().unpartition().to_host().sync_on(stream);
        CHECK(sums == std::vector<float>(n, 42));
    }
}

TEST_CASE("inputs of another length are refused") {
    gpuc::context ctx;
    auto z = gpuc::empty<float>({100}).partition(gpuc::tile_shape<128>);
    auto op = kernels::add(std::move(z), gpuc::ones<float>({100}), gpuc::ones<float>({99}));
    CHECK_THROWS_AS(op.sync_on(ctx.new_stream()), gpuc::launch_error);
}
