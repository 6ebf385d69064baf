// prints: brightness 0.500000 -> 0.750000, gamma 0.217638, three levels 0.500000
#include <gpuc/gpuc.hpp>
#include <gpuc/test.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

namespace [[gpuc::module]] kernels {

// A kernel template: one definition, a kernel for each function that it is launched with. The block is left to the
// launch, up to 1024 threads.
template <class T, class F>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]] [[gpuc::launch_bounds(1024)]]
void map(F f, gpuc::slice<const T> in, gpuc::disjoint_slice<T> out) {
    gpuc::launch_requires(in.size() >= out.size());
    auto index = gpuc::thread::index_1d();
    if (auto slot = out.get_if(index)) *slot = f(in[index.get()]);
}

}  // namespace kernels

// An ordinary function. The closure below calls it, a kernel calls the closure, so it is device code as well; nothing
// marks it.
static float clamp01(float x) { return std::clamp(x, 0.0f, 1.0f); }

// out[i] = f(in[i]) for any function of one value. Closures travel by value: what they capture by copy is sent along.
// A closure that captures a reference or a pointer to the host's memory does not compile (GPUC0214).
template <class F>
static std::vector<float> map(const gpuc::context& ctx, const std::vector<float>& values, F f) {
    auto stream = ctx.default_stream();
    auto in = gpuc::device_buffer<float>::from_host(stream, values);
    auto out = gpuc::device_buffer<float>::zeroed(stream, values.size());

    auto module = kernels::load(ctx);
    // The arguments choose the instantiation, so prepare takes them too; 128 threads per block.
    auto prepared = module.prepare_map(gpuc::covering(values.size(), 128), f, in, out);
    module.map(stream, prepared, f, in, out);
    return out.to_host(stream);
}

// What an image editor does to each pixel.
static auto brighter(float factor) {
    return [=](float x) { return clamp01(x * factor); };
}
static auto gamma_curve(float exponent) {
    return [=](float x) { return std::pow(x, exponent); };
}
template <std::size_t N>
static auto nearest_of(std::array<float, N> levels) {        // the array is captured, and sent, as a whole
    return [=](float x) {
        float best = levels[0];
        for (float level : levels)
            if (std::fabs(level - x) < std::fabs(best - x)) best = level;
        return best;
    };
}

int main() try {
    gpuc::context ctx;
    std::vector<float> pixels(640 * 480, 0.5f);
    float bright = map(ctx, pixels, brighter(1.5f)).back();
    float dark = map(ctx, pixels, gamma_curve(2.2f)).back();
    float coarse = map(ctx, pixels, nearest_of<3>({0.0f, 0.5f, 1.0f})).back();
    std::printf("brightness %f -> %f, gamma %f, three levels %f\n", pixels.back(), bright, dark, coarse);
} catch (const gpuc::error& e) {
    return gpuc::report(e);
}

// === Tests ===

// A device function is an ordinary function, so the host's result is what to compare with.
template <class F>
static void check_against_host(F f) {
    gpuc::context ctx;
    std::vector<float> values;
    for (int i = 0; i <= 1000; ++i) values.push_back(static_cast<float>(i) / 1000.0f);
    auto got = map(ctx, values, f);
    for (std::size_t i = 0; i < values.size(); ++i) {
        CAPTURE(values[i]);
        CHECK(got[i] == doctest::Approx(f(values[i])).epsilon(1e-6));
    }
}

TEST_CASE("closures give what they give on the host") {
    check_against_host(brighter(1.5f));
    check_against_host(gamma_curve(2.2f));
    check_against_host(nearest_of<4>({0.0f, 0.25f, 0.5f, 1.0f}));
}

TEST_CASE("a closure without captures") {
    check_against_host([](float x) { return x * x * (3.0f - 2.0f * x); });
}
