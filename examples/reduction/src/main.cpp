// prints: 1000003 samples: sum 499501757, smallest 0, largest 999
#include <gpuc/gpuc.hpp>
#include <gpuc/test.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <numeric>
#include <vector>

namespace [[gpuc::module]] kernels {

inline constexpr unsigned threads = 256;
inline constexpr unsigned warps = threads / gpuc::warp::max_size;

// Sum, minimum and maximum in one pass over `in`, in three steps that each leave fewer values:
//   1. every thread walks over its share of the input, one grid apart, so that neighbours read neighbours;
//   2. the 32 threads of a warp exchange values without touching memory, then the warps of a block through shared
//      memory;
//   3. one thread per block adds the block's result to the total.
// The grid may have any size: more blocks only mean smaller shares.
[[kernel]]
[[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {threads}})]]
void statistics(gpuc::slice<const std::uint32_t> in,
                gpuc::atomic_slice<std::uint64_t> sum,           // all threads write these, by atomics only
                gpuc::atomic_slice<std::uint32_t> range) {       // [0] the smallest, [1] the largest
    std::uint64_t my_sum = 0;
    std::uint32_t my_min = ~0u, my_max = 0;
    for (auto i : gpuc::grid::stride(in.size())) {
        my_sum += in[i];
        my_min = std::min(my_min, in[i]);
        my_max = std::max(my_max, in[i]);
    }

    my_sum = gpuc::warp::reduce_add(my_sum);
    my_min = gpuc::warp::reduce_min(my_min);
    my_max = gpuc::warp::reduce_max(my_max);

    // One per block; what they hold at the start is undefined.
    [[gpuc::shared]] static std::uint64_t sums[warps];
    [[gpuc::shared]] static std::uint32_t mins[warps], maxs[warps];
    if (gpuc::warp::lane() == 0) {
        sums[gpuc::warp::id()] = my_sum;
        mins[gpuc::warp::id()] = my_min;
        maxs[gpuc::warp::id()] = my_max;
    }
    gpuc::block::sync();                        // now every warp's result is there

    if (gpuc::thread::x() == 0) {
        for (unsigned w = 1; w < warps; ++w) {
            sums[0] += sums[w];
            mins[0] = std::min(mins[0], mins[w]);
            maxs[0] = std::max(maxs[0], maxs[w]);
        }
        // Only the total matters, not the order in which blocks arrive: relaxed is enough.
        sum[0].fetch_add(sums[0], std::memory_order_relaxed);
        range[0].fetch_min(mins[0], std::memory_order_relaxed);
        range[1].fetch_max(maxs[0], std::memory_order_relaxed);
    }
}

}  // namespace kernels

struct summary {
    std::uint64_t sum;
    std::uint32_t smallest, largest;
    bool operator==(const summary&) const = default;
};

static summary summarise(const gpuc::context& ctx, const std::vector<std::uint32_t>& samples, unsigned blocks) {
    auto stream = ctx.default_stream();
    auto in = gpuc::device_buffer<std::uint32_t>::from_host(stream, samples);
    auto sum = gpuc::device_buffer<std::uint64_t>::zeroed(stream, 1);
    auto range = gpuc::device_buffer<std::uint32_t>::from_host(stream, std::vector<std::uint32_t>{~0u, 0u});

    auto module = kernels::load(ctx);
    auto prepared = module.prepare_statistics({.grid = blocks, .block = kernels::threads});
    module.statistics(stream, prepared, in, sum, range);
    auto ends = range.to_host(stream);
    return {sum.to_host(stream)[0], ends[0], ends[1]};
}

static summary on_the_host(const std::vector<std::uint32_t>& samples) {
    auto [smallest, largest] = std::minmax_element(samples.begin(), samples.end());
    return {std::accumulate(samples.begin(), samples.end(), std::uint64_t{0}), *smallest, *largest};
}

int main() try {
    gpuc::context ctx;
    std::vector<std::uint32_t> samples(1000003);
    for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = static_cast<std::uint32_t>(i * 7919 % 1000);

    auto found = summarise(ctx, samples, 132);
    if (found != on_the_host(samples)) {
        std::fprintf(stderr, "the device and the host disagree\n");
        return 1;
    }
    std::printf("%zu samples: sum %llu, smallest %u, largest %u\n", samples.size(),
                static_cast<unsigned long long>(found.sum), found.smallest, found.largest);
} catch (const gpuc::error& e) {
    return gpuc::report(e);
}

// === Tests ===

TEST_CASE("sizes and grids that do not divide each other") {
    gpuc::context ctx;
    for (std::size_t n : {1, 31, 256, 257, 10000}) {
        for (unsigned blocks : {1, 2, 7, 300}) {
            CAPTURE(n);
            CAPTURE(blocks);
            std::vector<std::uint32_t> samples(n);
            for (std::size_t i = 0; i < n; ++i) samples[i] = static_cast<std::uint32_t>(i * 2654435761u);
            CHECK(summarise(ctx, samples, blocks) == on_the_host(samples));
        }
    }
}

TEST_CASE("a sum that does not fit 32 bits") {
    gpuc::context ctx;
    std::vector<std::uint32_t> samples(1000, std::numeric_limits<std::uint32_t>::max());
    CHECK(summarise(ctx, samples, 4).sum == 1000 * std::uint64_t{std::numeric_limits<std::uint32_t>::max()});
}

TEST_CASE("no samples leave the starting values") {
    gpuc::context ctx;
    CHECK(summarise(ctx, {}, 3) == summary{0, ~0u, 0});
}
