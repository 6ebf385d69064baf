// Launches whose output is certainly another argument too.
#include <gpuc/gpuc.hpp>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace [[gpuc::module]] kernels {
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void copy(gpuc::slice<const float> in, gpuc::disjoint_slice<float> out) {
    auto i = gpuc::thread::index_1d();
    if (auto slot = out.get_if(i)) *slot = in[i.get()];
}
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void both(gpuc::disjoint_slice<float> left, gpuc::disjoint_slice<float> right) {
    auto i = gpuc::thread::index_1d();
    if (auto slot = left.get_if(i)) *slot = 1;
    if (auto slot = right.get_if(i)) *slot = 2;
}
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void count(gpuc::slice<const unsigned> in, gpuc::atomic_slice<unsigned> bins) {
    for (auto i : gpuc::grid::stride(in.size())) bins[in[i] % 16].fetch_add(1u);
}
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 2})]]
void flip(gpuc::matrix<const float> in, gpuc::disjoint_matrix<float> out) {
    auto i = gpuc::thread::index_2d();
    if (auto slot = out.get_if(i)) *slot = in[0, 0];
}
template <class T>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void scale(T factor, gpuc::slice<const T> in, gpuc::disjoint_slice<T> out) {
    auto i = gpuc::thread::index_1d();
    if (auto slot = out.get_if(i)) *slot = factor * in[i.get()];
}
}  // namespace kernels

using buffer = gpuc::device_buffer<float>;
using view = gpuc::device_view<float>;

struct device {
    gpuc::context ctx;
    gpuc::stream stream = ctx.default_stream();
    kernels::module_type module = kernels::load(ctx);
    decltype(std::declval<kernels::module_type>().prepare_copy(gpuc::covering(1))) copy = module.prepare_copy({.grid = 4, .block = 256});
    decltype(std::declval<kernels::module_type>().prepare_both(gpuc::covering(1))) both = module.prepare_both({.grid = 4, .block = 256});
    decltype(std::declval<kernels::module_type>().prepare_count(gpuc::covering(1))) count = module.prepare_count({.grid = 4, .block = 256});
    decltype(std::declval<kernels::module_type>().prepare_flip(gpuc::covering(1, 1))) flip = module.prepare_flip({.grid = {4, 4}, .block = {16, 16}});
};
struct pair_of { buffer x, y; };
struct nested { pair_of inner; };

// 1
void same_variable(device& d, buffer& a) {
    d.module.copy(d.stream, d.copy, a, a);                         // error: GPUC0221
}
// 2
void two_outputs(device& d, buffer& a) {
    d.module.both(d.stream, d.both, a, a);                         // error: GPUC0221
}
// 3
void atomics_are_outputs(device& d, gpuc::device_buffer<unsigned>& a) {
    d.module.count(d.stream, d.count, a, a);                       // error: GPUC0221
}
// 4
void through_reference(device& d, buffer& a) {
    auto& alias = a;
    d.module.copy(d.stream, d.copy, alias, a);                     // error: GPUC0221
}
// 5
void through_constant_references(device& d, buffer& a) {
    const auto& first = a;
    const auto& second = first;
    d.module.copy(d.stream, d.copy, second, a);                    // error: GPUC0221
}
// 6
void through_pointer(device& d, buffer& a) {
    auto* p = &a;
    d.module.copy(d.stream, d.copy, *p, a);                        // error: GPUC0221
}
// 7
void pointer_given_later(device& d, buffer& a, buffer& b) {
    buffer* p = &b;
    d.module.copy(d.stream, d.copy, *p, a);
    p = &a;
    d.module.copy(d.stream, d.copy, *p, a);                        // error: GPUC0221
}
// 8
void whole_view(device& d, buffer& a) {
    auto all = a.view();
    d.module.copy(d.stream, d.copy, all, a);                       // error: GPUC0221
}
// 9
void part_and_whole(device& d, buffer& a, std::size_t n) {
    d.module.copy(d.stream, d.copy, a.view(n, n), a);              // error: GPUC0221
}
// 10
void constant_overlap(device& d, buffer& a) {
    auto in = a.view(0, 129);
    auto out = a.view(128, 128);
    d.module.copy(d.stream, d.copy, in, out);                      // error: GPUC0221
}
// 11
void same_view(device& d, view v) {
    d.module.copy(d.stream, d.copy, v, v);                         // error: GPUC0221
}
// 12
void copied_view(device& d, view v) {
    auto w = v;
    gpuc::device_view<const float> constant = w;
    d.module.copy(d.stream, d.copy, constant, v);                  // error: GPUC0221
}
// 13
void matrix_of_the_same(device& d, buffer& a) {
    d.module.flip(d.stream, d.flip, gpuc::as_matrix(a, 4, 8), gpuc::as_matrix(a, 8, 4));  // error: GPUC0221
}
// 14
void named_matrices(device& d, buffer& a) {
    auto in = gpuc::as_matrix(a, 4, 8);
    auto out = gpuc::as_matrix(a.view(), 8, 4);
    d.module.flip(d.stream, d.flip, in, out);                      // error: GPUC0221
}
// 15
void member(device& d, pair_of& s) {
    d.module.copy(d.stream, d.copy, s.x, s.x);                     // error: GPUC0221
}
// 16
void member_of_pointer(device& d, nested* n) {
    auto& inner = n->inner;
    d.module.copy(d.stream, d.copy, inner.y, n->inner.y);          // error: GPUC0221
}
// 17
void binding(device& d, pair_of& s) {
    auto& [x, y] = s;
    d.module.copy(d.stream, d.copy, y, x);
    d.module.copy(d.stream, d.copy, x, s.x);                       // error: GPUC0221
}
// 18
void half_and_whole(device& d, buffer& a) {
    auto [left, right] = a.split_at(128);
    d.module.both(d.stream, d.both, left, right);
    d.module.copy(d.stream, d.copy, left, a);                      // error: GPUC0221
}
// 19
void same_half(device& d, buffer& a, std::size_t n) {
    auto halves = a.split_at(n);
    d.module.copy(d.stream, d.copy, halves.first, halves.first);   // error: GPUC0221
}
// 20
void two_splits(device& d, buffer& a) {
    auto [left, rest] = a.split_at(100);
    auto [more, right] = a.split_at(120);
    d.module.both(d.stream, d.both, left, right);
    d.module.both(d.stream, d.both, rest, more);                   // error: GPUC0221
}
// 21
void equal_elements(device& d, std::vector<buffer>& all) {
    d.module.copy(d.stream, d.copy, all[1], all[1]);               // error: GPUC0221
}
// 22
void equal_variable_elements(device& d, buffer (&all)[4], int i) {
    d.module.copy(d.stream, d.copy, all[i], all[i]);               // error: GPUC0221
}
// 23
void constant_through_names(device& d, std::array<buffer, 3>& all) {
    constexpr int one = 1;
    auto& alias = all[2 - one];
    d.module.copy(d.stream, d.copy, alias, all.at(one));           // error: GPUC0221
}
// 24
void view_survives_move(device& d, buffer a) {
    auto part = a.view(0, 64);
    buffer b = std::move(a);
    d.module.copy(d.stream, d.copy, part, b);                      // error: GPUC0221
}
// 25
void same_on_both_branches(device& d, buffer& a, buffer& b, bool flag) {
    view v = b.view();
    if (flag)
        v = a.view(0, 64);
    else
        v = a.view(64, 64);
    d.module.copy(d.stream, d.copy, v, a);                         // error: GPUC0221
}
// 26
void within_a_branch(device& d, buffer& a, buffer& b, bool flag) {
    auto* p = &b;
    if (flag) {
        p = &a;
        d.module.copy(d.stream, d.copy, *p, a);                    // error: GPUC0221
    }
}
// 27
void within_a_loop(device& d, buffer& a, buffer& b) {
    for (int i = 0; i < 4; ++i) {
        auto& out = b;
        d.module.copy(d.stream, d.copy, a, out);
        d.module.copy(d.stream, d.copy, b, out);                   // error: GPUC0221
    }
}
// 28
void in_lambda(device& d, buffer& a) {
    auto& alias = a;
    auto run = [&] {
        d.module.copy(d.stream, d.copy, alias, a);                 // error: GPUC0221
    };
    run();
}
// 29
void lambda_parameter(device& d, buffer& a, buffer& b) {
    auto run = [&](buffer& in) {
        d.module.copy(d.stream, d.copy, in, a);                    // error: GPUC0221
    };
    run(b);
    run(a);
}
// 30
void captured_view(device& d, buffer& a, std::vector<std::function<void()>>& later) {
    later.push_back([&d, &a, part = a.view(0, 8)] {
        d.module.copy(d.stream, d.copy, part, a);                  // error: GPUC0221
    });
}
// 31
template <class T>
void instantiated(device& d, gpuc::device_buffer<T>& a) {
    auto& alias = a;
    auto prepared = d.module.prepare_scale(gpuc::covering(a.size()), T(2), alias, a);
    d.module.scale(d.stream, prepared, T(2), alias, a);            // error: GPUC0221
}
template void instantiated(device&, gpuc::device_buffer<float>&);
template void instantiated(device&, gpuc::device_buffer<int>&);
// 32
void through_unique_pointer(device& d, std::unique_ptr<pair_of> s) {
    d.module.copy(d.stream, d.copy, s->x, (*s).x);                 // error: GPUC0221
}
// 33
void chosen_twice(device& d, buffer& a, buffer& b, bool flag) {
    auto& chosen = flag ? a : b;
    d.module.copy(d.stream, d.copy, chosen, chosen);               // error: GPUC0221
}
// 34
struct solver {
    device& d;
    buffer x, y;
    void step() {
        auto& mine = this->x;
        d.module.copy(d.stream, d.copy, y, x);
        d.module.copy(d.stream, d.copy, mine, x);                  // error: GPUC0221
    }
};
// 35
void tuple_element(device& d, std::tuple<buffer, buffer>& all) {
    auto& [first, second] = all;
    d.module.copy(d.stream, d.copy, second, first);
    d.module.copy(d.stream, d.copy, std::get<0>(all), first);      // error: GPUC0221
}
// 36
void on_the_next_turn(device& d, buffer& a, buffer& b) {
    auto v = a.view();
    for (int i = 0; i < 4; ++i) {
        d.module.copy(d.stream, d.copy, v, b);                     // error: GPUC0221
        v = b.view();
    }
}
// 37
void on_one_branch(device& d, buffer& a, buffer& b, bool flag) {
    auto* p = &a;
    if (flag) p = &b;
    d.module.copy(d.stream, d.copy, *p, b);                        // error: GPUC0221
}
