#include <@NAME@/scale.hpp>
#include <gpuc/test.hpp>

#include <vector>

TEST_CASE("scale multiplies every element") {
    gpuc::context ctx;                         // the first usable GPU, else the CPU executor
    auto stream = ctx.default_stream();

    std::vector<float> values(1000, 3.0f);
    auto data = gpuc::device_buffer<float>::from_host(stream, values);
    scaling::scale(ctx, stream, 2.0f, data);

    CHECK(data.to_host(stream) == std::vector<float>(1000, 6.0f));
}

TEST_CASE("scale of no elements does nothing") {
    gpuc::context ctx;
    auto stream = ctx.default_stream();
    auto data = gpuc::device_buffer<float>::zeroed(stream, 0);
    scaling::scale(ctx, stream, 2.0f, data);
    CHECK(data.to_host(stream).empty());
}
