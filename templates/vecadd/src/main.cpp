// prints: PASSED: all 1024 elements correct
#include <gpuc/gpuc.hpp>
#include <gpuc/test.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

// === DEVICE CODE: everything in this module is compiled for the GPU ===
// At its closing brace gpuc generates the host API used further down:
// `load`, `prepare_vecadd` and the safe `vecadd` launch.
namespace [[gpuc::module]] kernels {

[[kernel]]                                                                     // GPU entry point
[[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256, 1, 1}})]]   // 1-D index, blocks of exactly 256 threads
void vecadd(gpuc::slice<const float> a, gpuc::slice<const float> b, gpuc::disjoint_slice<float> c) {
    auto idx = gpuc::thread::index_1d();
    auto i = idx.get();                       // the plain index, for reading the inputs
    if (auto out = c.get_if(idx)) {           // out of range is a branch that must be taken, not a fault
        *out = a[i] + b[i];
    }
}

}  // namespace kernels

int main() try {
    // === HOST SETUP: context, stream and buffers ===
    gpuc::context ctx;                         // the first usable GPU, else the CPU executor
    auto stream = ctx.default_stream();

    constexpr std::size_t n = 1024;
    std::vector<float> a(n), b(n);
    for (std::size_t i = 0; i < n; ++i) {
        a[i] = static_cast<float>(i);
        b[i] = static_cast<float>(2 * i);
    }
    auto a_dev = gpuc::device_buffer<float>::from_host(stream, a);
    auto b_dev = gpuc::device_buffer<float>::from_host(stream, b);
    auto c_dev = gpuc::device_buffer<float>::zeroed(stream, n);

    // === LOAD, PREPARE, LAUNCH ===
    // `prepare_vecadd` checks the configuration against the contract above and
    // against the live device's limits; only its result can be launched.
    // `covering(n)` takes the block from the contract and rounds the grid up: 4 blocks of 256.
    auto module = kernels::load(ctx);
    auto prepared = module.prepare_vecadd(gpuc::covering(n));
    module.vecadd(stream, prepared, a_dev, b_dev, c_dev);

    // === READ BACK AND VERIFY ===
    auto c = c_dev.to_host(stream);            // copies and synchronises
    std::size_t errors = 0;
    for (std::size_t i = 0; i < n; ++i) {
        if (std::fabs(c[i] - (a[i] + b[i])) > 1e-5f) ++errors;
    }
    if (errors != 0) {
        std::fprintf(stderr, "FAILED: %zu errors\n", errors);
        return 1;
    }
    std::printf("PASSED: all %zu elements correct\n", n);
} catch (const gpuc::error& e) {
    return gpuc::report(e);      // message on stderr, exit status 1
}

// === TESTS: compiled and run by `gpuc test` only ===
TEST_CASE("vecadd adds element by element, the last block included") {
    gpuc::context ctx;
    auto stream = ctx.default_stream();

    constexpr std::size_t n = 1000;            // not a multiple of 256: some threads have no element
    std::vector<float> a(n), b(n), sum(n);
    for (std::size_t i = 0; i < n; ++i) {
        a[i] = static_cast<float>(i);
        b[i] = 0.5f;
        sum[i] = a[i] + b[i];
    }
    auto a_dev = gpuc::device_buffer<float>::from_host(stream, a);
    auto b_dev = gpuc::device_buffer<float>::from_host(stream, b);
    auto c_dev = gpuc::device_buffer<float>::zeroed(stream, n);

    auto module = kernels::load(ctx);
    module.vecadd(stream, module.prepare_vecadd(gpuc::covering(n)), a_dev, b_dev, c_dev);

    CHECK(c_dev.to_host(stream) == sum);
}
