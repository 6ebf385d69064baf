// Buffers that are used after they were moved, and views that are used after their buffer.
#include <gpuc/gpuc.hpp>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace [[gpuc::module]] kernels {
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void copy(gpuc::slice<const float> in, gpuc::disjoint_slice<float> out) {
    auto i = gpuc::thread::index_1d();
    if (auto slot = out.get_if(i)) *slot = in[i.get()];
}
template <int B>
[[tile_kernel]] void pass(gpuc::out<float, gpuc::shape<B>, gpuc::dims<"n">> z, gpuc::in<float, gpuc::dims<"n">> x) {
    z.store(gpuc::load_like(x, z));
}
}  // namespace kernels

using buffer = gpuc::device_buffer<float>;
using view = gpuc::device_view<float>;

struct device {
    gpuc::context ctx;
    gpuc::stream stream = ctx.default_stream();
    kernels::module_type module = kernels::load(ctx);
    decltype(std::declval<kernels::module_type>().prepare_copy(gpuc::covering(1))) copy = module.prepare_copy({.grid = 4, .block = 256});
};
struct pair_of { buffer x, y; };
void keep(buffer);
void look(const buffer&);

// 1
void moved_into_variable(device& d, buffer a, buffer& b) {
    auto c = std::move(a);
    d.module.copy(d.stream, d.copy, c, b);
    d.module.copy(d.stream, d.copy, a, b);                         // error: GPUC0222
}
// 2
void moved_into_call(device& d, buffer a, buffer& b) {
    keep(std::move(a));
    d.module.copy(d.stream, d.copy, b, a);                         // error: GPUC0222
}
// 3
void moved_into_vector(device& d, buffer a, buffer& b, std::vector<buffer>& all) {
    all.push_back(std::move(a));
    d.module.copy(d.stream, d.copy, a, b);                         // error: GPUC0222
}
// 4
void moved_on_one_branch(device& d, buffer a, buffer& b, bool flag) {
    if (flag) keep(std::move(a));
    d.module.copy(d.stream, d.copy, a, b);                         // error: GPUC0222
}
// 5
void moved_in_last_turn(buffer a, std::vector<buffer>& all) {
    for (int i = 0; i < 3; ++i)
        all.push_back(std::move(a));                               // error: GPUC0222
}
// 6
void read_after_move(device& d, buffer a) {
    keep(std::move(a));
    a.to_host(d.stream);                                           // error: GPUC0222
}
// 7
void viewed_after_move(device& d, buffer a, buffer& b) {
    auto c = std::move(a);
    auto v = a.view();                                             // error: GPUC0222
    d.module.copy(d.stream, d.copy, v, b);
}
// 8
void passed_after_move(buffer a) {
    keep(std::move(a));
    look(a);                                                       // error: GPUC0222
}
// 9
void moved_through_reference(device& d, buffer a, buffer& b) {
    auto& alias = a;
    keep(std::move(alias));
    d.module.copy(d.stream, d.copy, a, b);                         // error: GPUC0222
}
// 10
void member_of_moved(device& d, pair_of s, buffer& b) {
    pair_of t = std::move(s);
    d.module.copy(d.stream, d.copy, t.x, b);
    d.module.copy(d.stream, d.copy, s.x, b);                       // error: GPUC0222
}
// 11
void moved_member(device& d, pair_of& s) {
    keep(std::move(s.x));
    d.module.copy(d.stream, d.copy, s.x, s.y);                     // error: GPUC0222
}
// 12
void moved_into_lambda(device& d, buffer a, buffer& b) {
    auto later = [&d, mine = std::move(a), &b] { d.module.copy(d.stream, d.copy, mine, b); };
    later();
    d.module.copy(d.stream, d.copy, a, b);                         // error: GPUC0222
}
// 13
void moved_by_lambda(device& d, buffer a, buffer& b) {
    auto give = [&] { keep(std::move(a)); };
    give();
    d.module.copy(d.stream, d.copy, a, b);                         // error: GPUC0222
}
// 14
void moved_element(device& d, buffer (&all)[2]) {
    keep(std::move(all[0]));
    d.module.copy(d.stream, d.copy, all[0], all[1]);               // error: GPUC0222
}
// 15
void assigned_away(device& d, buffer a, buffer b, buffer& c) {
    b = std::move(a);
    d.module.copy(d.stream, d.copy, b, c);
    d.module.copy(d.stream, d.copy, a, c);                         // error: GPUC0222
}
// 16
void pointee_of_moved(device& d, std::unique_ptr<buffer> p, buffer& b) {
    auto q = std::move(p);
    d.module.copy(d.stream, d.copy, *q, b);
    d.module.copy(d.stream, d.copy, *p, b);                        // error: GPUC0222
}
// 17
template <class T>
void instantiated(gpuc::device_buffer<T> a, std::vector<gpuc::device_buffer<T>>& all) {
    all.push_back(std::move(a));
    all.push_back(std::move(a));                                   // error: GPUC0222
}
template void instantiated(gpuc::device_buffer<float>, std::vector<gpuc::device_buffer<float>>&);
template void instantiated(gpuc::device_buffer<int>, std::vector<gpuc::device_buffer<int>>&);
// 18
view returned_view(device& d) {
    auto a = buffer::zeroed(d.stream, 16);
    return a.view();                                               // error: GPUC0223
}
// 19
view returned_name(buffer a) {
    auto v = a.view(0, 4);
    return v;                                                      // error: GPUC0223
}
// 20
std::pair<view, view> returned_halves(device& d) {
    auto a = buffer::zeroed(d.stream, 16);
    return a.split_at(8);                                          // error: GPUC0223
}
// 21
auto returned_matrix(device& d) {
    pair_of s{buffer::zeroed(d.stream, 16), buffer::zeroed(d.stream, 16)};
    return gpuc::as_matrix(s.y, 4, 4);                             // error: GPUC0223
}
// 22
void outlives_block(device& d, buffer& b) {
    view v = b.view();
    {
        auto a = buffer::zeroed(d.stream, 16);
        v = a.view();
        d.module.copy(d.stream, d.copy, v, b);
    }
    d.module.copy(d.stream, d.copy, v, b);                         // error: GPUC0223
}
// 23
void outlives_turn(device& d, buffer& b) {
    view v = b.view();
    for (int i = 0; i < 3; ++i) {
        auto a = buffer::zeroed(d.stream, 16);
        v = a.view();
    }
    if (auto* p = &b) {
        view w = p->view();
        {
            auto a = buffer::zeroed(d.stream, 16);
            w = a.view(0, 8);
        }
        d.module.copy(d.stream, d.copy, w, *p);                    // error: GPUC0223
    }
}
// 24
void view_of_replaced(device& d, buffer& b) {
    auto a = buffer::zeroed(d.stream, 16);
    auto v = a.view();
    a = buffer::zeroed(d.stream, 32);
    d.module.copy(d.stream, d.copy, v, b);                         // error: GPUC0223
}
// 25
struct holder {
    view kept;
    void take(device& d) {
        auto a = buffer::zeroed(d.stream, 16);
        kept = a.view();                                           // error: GPUC0223
    }
};
// 26
void given_out(device& d, view& out) {
    auto a = buffer::zeroed(d.stream, 16);
    out = a.view();                                                // error: GPUC0223
}
// 27
void returned_by_lambda(device& d, buffer& b) {
    auto make = [&] {
        auto a = buffer::zeroed(d.stream, 16);
        return a.view();                                           // error: GPUC0223
    };
    d.module.copy(d.stream, d.copy, make(), b);
}
// 28
void pointer_to_ended(device& d, buffer& b) {
    buffer* p = &b;
    {
        auto a = buffer::zeroed(d.stream, 16);
        p = &a;
    }
    d.module.copy(d.stream, d.copy, *p, b);                        // error: GPUC0223
}
// 29
void condition_that_changed(device& d, buffer a, buffer& b, bool flag) {
    if (flag) keep(std::move(a));
    flag = !flag;
    if (flag) d.module.copy(d.stream, d.copy, a, b);               // error: GPUC0222
}
// 30
void binding_of_moved(device& d, pair_of s, buffer& b) {
    auto [x, y] = std::move(s);
    d.module.copy(d.stream, d.copy, x, y);
    d.module.copy(d.stream, d.copy, s.y, b);                       // error: GPUC0222
    keep(std::move(x));
    d.module.copy(d.stream, d.copy, x, y);                         // error: GPUC0222
}
// 31
std::vector<view> returned_list(device& d) {
    auto a = buffer::zeroed(d.stream, 16);
    return {a.view(0, 8), a.view(8, 8)};                           // error: GPUC0223
}
// 32
void falls_through(device& d, buffer a, buffer& b, int n) {
    switch (n) {
        case 0: keep(std::move(a)); [[fallthrough]];
        case 1: d.module.copy(d.stream, d.copy, a, b); break;      // error: GPUC0222
        default: d.module.copy(d.stream, d.copy, a, b);
    }
}
// 33
void tensor_moved(gpuc::tensor<float> x, const gpuc::stream& stream) {
    auto y = std::move(x);
    auto elements = x.to_host().sync_on(stream);                   // error: GPUC0222
    (void)y, (void)elements;
}
// 34
void tensor_partitioned(gpuc::tensor<float> x, const gpuc::stream& stream) {
    auto tiles = std::move(x).partition(gpuc::tile_shape<32>);
    auto elements = std::move(x).to_host().sync_on(stream);        // error: GPUC0222
    (void)tiles, (void)elements;
}
// 35
void tensor_in_a_later_launch(gpuc::tensor<float> x) {
    auto first = kernels::pass(gpuc::empty<float>({64}).partition(gpuc::tile_shape<32>), std::move(x));
    auto second = kernels::pass(gpuc::empty<float>({64}).partition(gpuc::tile_shape<32>), x);   // error: GPUC0222
    (void)first, (void)second;
}
// 36
void operation_twice(gpuc::tensor<float> x, const gpuc::stream& stream) {
    auto work = kernels::pass(gpuc::empty<float>({64}).partition(gpuc::tile_shape<32>), x);
    auto first = std::move(work).first();
    auto second = std::move(work).first();                         // error: GPUC0222
    (void)first, (void)second, (void)stream;
}
// 37
void stream_moved(device& d, buffer& a, buffer& b, std::vector<gpuc::stream>& all) {
    auto stream = d.ctx.new_stream();
    all.push_back(std::move(stream));
    d.module.copy(stream, d.copy, a, b);                           // error: GPUC0222
}
// 38
void graph_moved(device& d, buffer& a, buffer& b) {
    auto graph = gpuc::graph::capture(d.stream, [&](gpuc::stream& captured) { d.module.copy(captured, d.copy, a, b); });
    auto other = std::move(graph);
    graph.launch(d.stream);                                        // error: GPUC0222
}
// 39
void event_moved(device& d, gpuc::event point) {
    auto other = std::move(point);
    d.stream.wait(point);                                          // error: GPUC0222
}
// 40
void pinned_moved(device& d, buffer& a, gpuc::pinned_buffer<float> host) {
    auto other = std::move(host);
    a.copy_from_host_async(d.stream, host.view());                 // error: GPUC0222
}
// 41
gpuc::pinned_view<float> pinned_view_of_a_local(const gpuc::context& ctx) {
    gpuc::pinned_buffer<float> host(ctx, 16);
    return host.view();                                            // error: GPUC0223
}
