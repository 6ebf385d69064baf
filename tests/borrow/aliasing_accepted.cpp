// Launches that share nothing with their output, or of which only the launch itself can say so.
#include <gpuc/gpuc.hpp>

#include <array>
#include <memory>
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
void add(gpuc::slice<const float> a, gpuc::slice<const float> b, gpuc::disjoint_slice<float> out) {
    auto i = gpuc::thread::index_1d();
    if (auto slot = out.get_if(i)) *slot = a[i.get()] + b[i.get()];
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
    decltype(std::declval<kernels::module_type>().prepare_add(gpuc::covering(1))) add = module.prepare_add({.grid = 4, .block = 256});
};
struct pair_of { buffer x, y; };

// 1
void two_buffers(device& d, buffer& a, buffer& b) { d.module.copy(d.stream, d.copy, a, b); }
// 2
void shared_twice(device& d, buffer& a, buffer& b) { d.module.add(d.stream, d.add, a, a, b); }
// 3
void other_members(device& d, pair_of& s) { d.module.copy(d.stream, d.copy, s.x, s.y); }
// 4
void same_member_of_others(device& d, pair_of& s, pair_of& t) { d.module.copy(d.stream, d.copy, s.x, t.x); }
// 5
void other_elements(device& d, std::vector<buffer>& all) { d.module.copy(d.stream, d.copy, all[0], all[1]); }
// 6
void variable_elements(device& d, std::array<buffer, 4>& all, std::size_t i) {
    d.module.copy(d.stream, d.copy, all[i], all[(i + 1) % 4]);
    d.module.copy(d.stream, d.copy, all[i], all[3 - i]);
}
// 7
void index_that_changed(device& d, buffer (&all)[4]) {
    int i = 0;
    auto& in = all[i];
    ++i;
    auto& out = all[i];
    d.module.copy(d.stream, d.copy, in, out);
}
// 8
void disjoint_views(device& d, buffer& a) {
    d.module.copy(d.stream, d.copy, a.view(0, 128), a.view(128, 128));
}
// 9
void unknown_views(device& d, buffer& a, std::size_t n) {
    d.module.copy(d.stream, d.copy, a.view(0, n), a.view(n, n));
}
// 10
void halves(device& d, buffer& a, std::size_t n) {
    auto [left, right] = a.split_at(n);
    d.module.both(d.stream, d.both, left, right);
    d.module.copy(d.stream, d.copy, right, left);
}
// 11
void quarters(device& d, buffer& a, std::size_t n) {
    auto [left, right] = a.split_at(2 * n);
    auto [first, second] = left.split_at(n);
    auto [third, fourth] = right.split_at(n);
    d.module.both(d.stream, d.both, first, second);
    d.module.both(d.stream, d.both, second, third);
    d.module.both(d.stream, d.both, fourth, left);
}
// 12
void members_of_a_split(device& d, view v) {
    auto halves = v.split_at(v.size() / 2);
    d.module.both(d.stream, d.both, halves.first, halves.second);
    d.module.both(d.stream, d.both, std::get<1>(halves), std::get<0>(halves));
}
// 13
void swapped_buffers(device& d, buffer a, buffer b) {
    for (int i = 0; i < 10; ++i) {
        d.module.copy(d.stream, d.copy, a, b);
        std::swap(a, b);
    }
}
// 14
void swapped_pointers(device& d, buffer& a, buffer& b) {
    buffer *in = &a, *out = &b;
    for (int i = 0; i < 10; ++i) {
        d.module.copy(d.stream, d.copy, *in, *out);
        std::swap(in, out);
    }
}
// 15
void swapped_views(device& d, buffer& a, buffer& b) {
    auto in = a.view(), out = b.view();
    for (int i = 0; i < 10; ++i) {
        d.module.copy(d.stream, d.copy, in, out);
        std::swap(in, out);
    }
}
// 16
void swapped_by_hand(device& d, buffer a, buffer b) {
    for (int i = 0; i < 10; ++i) {
        d.module.copy(d.stream, d.copy, a, b);
        buffer kept = std::move(a);
        a = std::move(b);
        b = std::move(kept);
    }
}
// 17
void chosen(device& d, buffer& a, buffer& b, bool flag) {
    auto& in = flag ? a : b;
    auto& out = flag ? b : a;
    d.module.copy(d.stream, d.copy, in, out);
}
// 18
void correlated(device& d, buffer& a, buffer& b, bool flag) {
    auto& in = flag ? a : b;
    if (flag)
        d.module.copy(d.stream, d.copy, in, b);
    else
        d.module.copy(d.stream, d.copy, in, a);
}
// 19
void view_given_anew(device& d, buffer& a, buffer& b) {
    auto v = a.view();
    v = b.view();
    d.module.copy(d.stream, d.copy, v, a);
}
// 20
void window(device& d, buffer& a, std::size_t n) {
    auto before = a.view(0, n);
    for (std::size_t i = 1; i < 8; ++i) {
        auto now = a.view(i * n, n);
        d.module.copy(d.stream, d.copy, before, now);
        before = now;
    }
}
// 21
void list(device& d, std::vector<buffer>& all) {
    buffer* before = nullptr;
    for (buffer& now : all) {
        if (before) d.module.copy(d.stream, d.copy, *before, now);
        before = &now;
    }
}
// 22
view pick(std::vector<buffer>& all, std::size_t i) { return all[i].view(); }
void calls(device& d, std::vector<buffer>& all) {
    d.module.copy(d.stream, d.copy, pick(all, 0), pick(all, 1));
}
// 23
void generic(device& d, buffer& a, buffer& b) {
    auto run = [&](auto& in, auto& out) { d.module.copy(d.stream, d.copy, in, out); };
    run(a, b);
    run(b, a);
}
// 24
void in_lambda(device& d, buffer& a, buffer& b) {
    auto part = a.view(0, 16);
    auto run = [&, part] { d.module.copy(d.stream, d.copy, part, b); };
    run();
}
// 25
template <class... Arguments>
void forwarded(device& d, Arguments&&... arguments) {
    d.module.copy(d.stream, d.copy, std::forward<Arguments>(arguments)...);
}
void forward(device& d, buffer& a, buffer& b) { forwarded(d, a, b); }
// 26
struct solver {
    device& d;
    buffer x, y;
    void step(solver& other) {
        d.module.copy(d.stream, d.copy, x, y);
        d.module.copy(d.stream, d.copy, other.x, x);
    }
};
// 27
void replaced(device& d, buffer a) {
    auto old = std::move(a);
    a = buffer::zeroed(d.stream, old.size());
    d.module.copy(d.stream, d.copy, old, a);
}
// 28
void moved_view(device& d, buffer& a, buffer& b) {
    auto v = a.view();
    auto w = std::move(v);
    d.module.copy(d.stream, d.copy, w, b);
    d.module.copy(d.stream, d.copy, v, b);
}
// 29
void correlated_pointer(device& d, buffer& a, buffer& b, bool flag, int n) {
    auto* p = &a;
    if (flag) p = &b;
    if (flag)
        d.module.copy(d.stream, d.copy, *p, a);
    else
        d.module.copy(d.stream, d.copy, *p, b);
    if (n > 3) p = &a;
    else p = &b;
    if (n <= 3) d.module.copy(d.stream, d.copy, *p, a);
}
// 30
void toggled(device& d, buffer& a, buffer& b) {
    bool turned = false;
    buffer *in = nullptr, *out = nullptr;
    for (int i = 0; i < 10; ++i, turned = !turned) {
        if (turned) in = &b;
        else in = &a;
        if (turned) out = &a;
        else out = &b;
        d.module.copy(d.stream, d.copy, *in, *out);
    }
}
// 31
void toggled_by_choice(device& d, buffer& a, buffer& b) {
    bool turned = false;
    for (int i = 0; i < 10; ++i) {
        auto& in = turned ? b : a;
        buffer* out = &b;
        if (turned) out = &a;
        d.module.copy(d.stream, d.copy, in, *out);
        turned = !turned;
    }
}
