// prints: 1000000 sums are right, the last is 2999997
#include <gpuc/gpuc.hpp>
#include <gpuc/test.hpp>

#include <cstdio>
#include <numeric>
#include <vector>

// A module holds kernels. At its closing brace gpuc adds what the host calls: `load`, and for each kernel a
// `prepare_NAME` and a launch called NAME.
namespace [[gpuc::module]] kernels {

// What one thread does. The contract says which launches suit this kernel: a one-dimensional grid of blocks of 256
// threads. A launch that does not fit is refused before anything reaches the GPU.
[[kernel]]
[[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void vecadd(gpuc::slice<const int> a,           // shared: every thread may read all of it
            gpuc::slice<const int> b,
            gpuc::disjoint_slice<int> c) {      // exclusive: element i belongs to thread i alone
    // Checked on the host by every launch, so the compiler knows that a[i] and b[i] are there wherever c[i] is, and
    // leaves their bounds checks out.
    gpuc::launch_requires(a.size() >= c.size() && b.size() >= c.size());

    auto index = gpuc::thread::index_1d();      // this thread's place in the grid; no other thread has it
    if (auto out = c.get_if(index)) {           // the last block has more threads than there are elements left
        auto i = index.get();
        *out = a[i] + b[i];
    }
}

}  // namespace kernels

// The whole way there and back: three buffers on the device, one launch, one copy home.
static std::vector<int> add(const gpuc::context& ctx, const std::vector<int>& a, const std::vector<int>& b) {
    auto stream = ctx.default_stream();
    auto a_dev = gpuc::device_buffer<int>::from_host(stream, a);
    auto b_dev = gpuc::device_buffer<int>::from_host(stream, b);
    auto c_dev = gpuc::device_buffer<int>::zeroed(stream, a.size());

    auto module = kernels::load(ctx);
    auto prepared = module.prepare_vecadd(gpuc::covering(c_dev));    // as many blocks of 256 as cover c_dev
    module.vecadd(stream, prepared, a_dev, b_dev, c_dev);            // returns at once; the stream keeps the order
    return c_dev.to_host(stream);                                    // waits for the stream
}

int main() try {
    gpuc::context ctx;                          // the first usable GPU, else the CPU executor
    std::vector<int> a(1000000), b(a.size());
    std::iota(a.begin(), a.end(), 0);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = 2 * a[i];

    auto c = add(ctx, a, b);
    for (std::size_t i = 0; i < c.size(); ++i) {
        if (c[i] != 3 * a[i]) {
            std::fprintf(stderr, "element %zu is %d, not %d\n", i, c[i], 3 * a[i]);
            return 1;
        }
    }
    std::printf("%zu sums are right, the last is %d\n", c.size(), c.back());
} catch (const gpuc::error& e) {
    return gpuc::report(e);                     // the message on stderr, exit status 1
}

// === Tests: compiled and run by `gpuc test` only ===

TEST_CASE("sizes that are no multiple of the block") {
    gpuc::context ctx;
    for (std::size_t n : {1, 255, 256, 257, 1000}) {
        CAPTURE(n);
        std::vector<int> a(n, 40), b(n, 2);
        CHECK(add(ctx, a, b) == std::vector<int>(n, 42));
    }
}

TEST_CASE("nothing to add") {
    gpuc::context ctx;
    CHECK(add(ctx, {}, {}).empty());
}

TEST_CASE("a launch whose inputs are too short is refused") {
    gpuc::context ctx;
    CHECK_THROWS_AS(add(ctx, std::vector<int>(100), std::vector<int>(99)), gpuc::launch_error);
}
