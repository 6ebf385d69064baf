#include <gpuc/gpuc.hpp>
#include <gpuc/test.hpp>

#include <cstdio>

int main() try {
    gpuc::context ctx;                         // the first usable GPU, else the CPU executor
    std::printf("@NAME@ runs on %s\n", ctx.name().c_str());
} catch (const gpuc::error& e) {
    return gpuc::report(e);
}

TEST_CASE("there is a device to run on") {
    gpuc::context ctx;
    CHECK(!ctx.name().empty());
}
