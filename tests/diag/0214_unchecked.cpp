#include <gpuc/gpuc.hpp>

struct node {
    int value;
    node* next;
};

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void raw(int* data, gpuc::disjoint_slice<int> out) { (void)data, (void)out; }

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void by_member(node first, gpuc::disjoint_slice<int> out) { (void)first, (void)out; }

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void mutable_slice(gpuc::slice<int> data) { (void)data; }

[[kernel]] void no_contract(gpuc::disjoint_slice<int> out) { (void)out; }

}  // namespace kernels

void run(gpuc::context& ctx, gpuc::device_buffer<int>& buffer, int* data) {
    auto stream = ctx.default_stream();
    auto module = kernels::load(ctx);
    auto prepared = module.prepare_raw({.grid = 1, .block = 64});
    module.raw(stream, prepared, data, buffer);
    module.prepare_by_member({.grid = 1, .block = 64});
    module.mutable_slice(stream, prepared, buffer);
    module.prepare_no_contract({.grid = 1, .block = 64});
    module.prepare_nowhere({.grid = 1, .block = 64});
    module.raw_unchecked(stream, {.grid = 1, .block = 64}, data, buffer);
    module.no_contract_unchecked(stream, {.grid = {1}, .block = {64}}, buffer);
}

// expected:
// src/main.cpp:26:28: error[GPUC0214]: kernel 'raw' has no checked launch: parameter 'data' holds a pointer
// help: take a gpuc::slice<const T>, gpuc::disjoint_slice<T> or gpuc::atomic_slice<T>, or launch it with raw_unchecked(stream, config, ...)
// src/main.cpp:27:12: error[GPUC0214]: kernel 'raw' has no checked launch: parameter 'data' holds a pointer
// help: take a gpuc::slice<const T>, gpuc::disjoint_slice<T> or gpuc::atomic_slice<T>, or launch it with raw_unchecked(stream, config, ...)
// src/main.cpp:28:12: error[GPUC0214]: kernel 'by_member' has no checked launch: parameter 'first' holds a pointer in member 'next'
// help: take a gpuc::slice<const T>, gpuc::disjoint_slice<T> or gpuc::atomic_slice<T>, or launch it with by_member_unchecked(stream, config, ...)
// src/main.cpp:29:12: error[GPUC0214]: kernel 'mutable_slice' has no checked launch: parameter 'data' is a shared view of elements that are not const
// help: take a gpuc::slice<const T>, gpuc::disjoint_slice<T> or gpuc::atomic_slice<T>, or launch it with mutable_slice_unchecked(stream, config, ...)
// src/main.cpp:30:12: error[GPUC0214]: kernel 'no_contract' has no checked launch: it has no launch_contract
// help: give it [[gpuc::launch_contract(gpuc::contract{.domain = 1})]], or launch it with no_contract_unchecked(stream, config, ...)
// src/main.cpp:31:12: error[GPUC0200]: no member named 'prepare_nowhere' in 'kernels::module_type'
