// prints: 1000 counts in 16 bins, the largest is 1.000 of the scale
#include <gpuc/gpuc.hpp>
#include <gpuc/test.hpp>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace [[gpuc::module]] kernels {

// One thread per number: where it counts depends on the number.
[[kernel]]
[[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {128}})]]
void count(gpuc::slice<const int> numbers, gpuc::atomic_slice<int> bins) {
    auto i = gpuc::thread::index_1d().get();
    if (i < numbers.size()) bins[std::size_t(numbers[i]) % bins.size()].fetch_add(1);
}

// One tile holds all bins.
template <int B>
[[tile_kernel]]
void normalise(gpuc::out<float, gpuc::shape<B>, gpuc::dims<"n">> z, gpuc::in<int, gpuc::dims<"n">> bins) {
    auto t = gpuc::tile_cast<float>(gpuc::load_like(bins, z));
    z.store(t / gpuc::reduce_max<0>(t));
}

}  // namespace kernels

static std::vector<float> histogram(const gpuc::context& ctx, const std::vector<int>& numbers, std::size_t bins) {
    auto stream = ctx.default_stream();
    auto device = gpuc::device_buffer<int>::from_host(stream, numbers);
    auto counts = gpuc::zeros<int>({bins});

    auto module = kernels::load(ctx);
    module.count(stream, module.prepare_count(gpuc::covering(device)), device, counts.view(stream));

    auto scaled = gpuc::empty<float>({bins}).partition(gpuc::tile_shape<64>);
    return kernels::normalise(std::move(scaled), std::move(counts)).first().unpartition().to_host().sync_on(stream);
}

int main() try {
    gpuc::context ctx;
    std::vector<int> numbers(1000);
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = int(i * i % 37);
    auto bins = histogram(ctx, numbers, 16);
    std::printf("%zu counts in %zu bins, the largest is %.3f of the scale\n", numbers.size(), bins.size(),
                double(*std::max_element(bins.begin(), bins.end())));
} catch (const gpuc::error& e) {
    return gpuc::report(e);
}

TEST_CASE("counts and their scale") {
    gpuc::context ctx;
    CHECK(histogram(ctx, {0, 1, 1, 3, 3, 3, 3, 4}, 4) == std::vector<float>{0.5f, 0.5f, 0, 1});
}
