#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel, gnu::ms_abi]] void convention(gpuc::disjoint_slice<int> out) { (void)out; }
[[kernel]] [[noreturn]] void endless(gpuc::disjoint_slice<int> out) {
    (void)out;
    for (;;) {}
}

}  // namespace kernels

int main() {
    gpuc::context context;
    auto module = kernels::load(context);
    // Nothing is said of the launch: that the kernel is refused has been said.
    module.endless_unchecked(context.default_stream(), {.grid = {1}, .block = {1}}, 1);
}

// expected:
// src/main.cpp:5:30: error[GPUC0209]: kernel 'convention' has a calling convention of its own
// help: remove the attribute that gives it one
// src/main.cpp:6:30: error[GPUC0209]: kernel 'endless' says that it never returns, but every thread has to
// help: remove [[noreturn]]
