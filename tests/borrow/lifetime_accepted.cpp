// Moves and ends that hurt nothing.
#include <gpuc/gpuc.hpp>

#include <memory>
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
void refill(buffer&);

// 1
void given_anew(device& d, buffer a, buffer& b) {
    keep(std::move(a));
    a = buffer::zeroed(d.stream, 16);
    d.module.copy(d.stream, d.copy, a, b);
}
// 2
void refilled_by_call(device& d, buffer a, buffer& b) {
    keep(std::move(a));
    refill(a);
    d.module.copy(d.stream, d.copy, a, b);
}
// 3
void moved_and_left(device& d, buffer a, buffer& b, bool flag) {
    if (flag) {
        keep(std::move(a));
        return;
    }
    d.module.copy(d.stream, d.copy, a, b);
}
// 4
void moved_and_broken_off(device& d, buffer a, buffer& b) {
    for (int i = 0;; ++i) {
        d.module.copy(d.stream, d.copy, a, b);
        if (i == 3) {
            keep(std::move(a));
            break;
        }
    }
}
// 5
void own_in_each_turn(device& d, buffer& b, std::vector<buffer>& all) {
    for (int i = 0; i < 3; ++i) {
        auto a = buffer::zeroed(d.stream, 16);
        d.module.copy(d.stream, d.copy, a, b);
        all.push_back(std::move(a));
    }
}
// 6
void each_element(std::vector<buffer>& all, std::vector<buffer>& there) {
    for (auto& a : all) there.push_back(std::move(a));
    for (std::size_t i = 0; i < all.size(); ++i) there.push_back(std::move(all[i]));
}
// 7
std::size_t size_after_move(buffer a) {
    keep(std::move(a));
    return a.size();
}
// 8
void other_member(device& d, pair_of s, buffer& b) {
    keep(std::move(s.x));
    d.module.copy(d.stream, d.copy, s.y, b);
}
// 9
void on_the_other_branch(device& d, buffer a, buffer& b, bool flag) {
    if (flag)
        keep(std::move(a));
    else
        d.module.copy(d.stream, d.copy, a, b);
}
// 10
void swapped_back(device& d, buffer a, buffer b, buffer& c) {
    keep(std::move(a));
    std::swap(a, b);
    d.module.copy(d.stream, d.copy, a, c);
}
// 11
void cast_alone(device& d, buffer a, buffer& b) {
    auto&& same = std::move(a);
    d.module.copy(d.stream, d.copy, same, b);
}
// 12
void vector_filled_again(device& d, std::vector<buffer> all, buffer& b) {
    auto there = std::move(all);
    all.clear();
    all.push_back(buffer::zeroed(d.stream, 4));
    d.module.copy(d.stream, d.copy, all[0], b);
}
// 13
buffer returned_buffer(device& d) {
    auto a = buffer::zeroed(d.stream, 16);
    return a;
}
// 14
view view_of_given(buffer& a) { return a.view(); }
// 15
void ends_after_launch(device& d, buffer& b) {
    auto a = buffer::zeroed(d.stream, 16);
    d.module.copy(d.stream, d.copy, a, b);
}
// 16
void moved_before_the_end(device& d, buffer& b, std::vector<buffer>& all) {
    view v = b.view();
    {
        auto a = buffer::zeroed(d.stream, 16);
        v = a.view();
        all.push_back(std::move(a));
    }
    d.module.copy(d.stream, d.copy, v, b);
}
// 17
void moved_out_of_block(device& d, buffer& b) {
    buffer outer = buffer::zeroed(d.stream, 1);
    view v = b.view();
    {
        auto a = buffer::zeroed(d.stream, 16);
        v = a.view();
        outer = std::move(a);
    }
    d.module.copy(d.stream, d.copy, v, b);
}
// 18
std::pair<buffer, view> returned_together(device& d) {
    auto a = std::make_unique<buffer>(buffer::zeroed(d.stream, 16));
    auto v = a->view();
    return {std::move(*a), v};
}
// 19
struct holder {
    buffer own;
    view kept;
    explicit holder(buffer given) : own(std::move(given)), kept(own.view()) {}
    void again(buffer next) {
        own = std::move(next);
        kept = own.view();
    }
};
// 20
void reset_by_lambda(device& d, buffer a, buffer& b) {
    auto renew = [&] { a = buffer::zeroed(d.stream, 16); };
    keep(std::move(a));
    renew();
    d.module.copy(d.stream, d.copy, a, b);
}
// 21
void moved_on_the_same_condition(device& d, buffer a, buffer& b, const bool flag) {
    if (flag) keep(std::move(a));
    if (!flag) d.module.copy(d.stream, d.copy, a, b);
}
// 22
void called_twice(device& d, buffer& b) {
    auto run = [&] {
        auto a = buffer::zeroed(d.stream, 16);
        try {
            d.module.copy(d.stream, d.copy, a, b);
        } catch (const gpuc::error&) {
            d.stream.synchronize();
        }
        d.module.copy(d.stream, d.copy, a, b);
    };
    run();
    run();
}
// 23
void tensors_in_turns(const gpuc::stream& stream) {
    auto x = gpuc::ones<float>({64});
    for (int i = 0; i < 3; ++i) {
        auto made = kernels::pass(gpuc::empty<float>({64}).partition(gpuc::tile_shape<32>), std::move(x)).sync_on(stream);
        x = std::move(std::get<0>(made)).unpartition();
    }
    (void)x.to_host().sync_on(stream);
}
// 24
void a_stream_of_its_own_again(device& d, buffer& a, buffer& b, std::vector<gpuc::stream>& all) {
    auto stream = d.ctx.new_stream();
    all.push_back(std::move(stream));
    stream = d.ctx.new_stream();
    d.module.copy(stream, d.copy, a, b);
    d.module.copy(all.back(), d.copy, a, b);
}
// 25
void lent_twice(gpuc::tensor<float>& x, const gpuc::stream& stream) {
    auto first = kernels::pass(gpuc::borrow(x).partition(gpuc::tile_shape<32>), gpuc::ones<float>({64})).sync_on(stream);
    auto second = kernels::pass(gpuc::borrow(x).partition(gpuc::tile_shape<32>), gpuc::ones<float>({64})).sync_on(stream);
}
// 26
void operation_remade(gpuc::tensor<float>& x, const gpuc::stream& stream, bool again) {
    auto work = kernels::pass(gpuc::empty<float>({64}).partition(gpuc::tile_shape<32>), x);
    std::move(work).first().sync_on(stream);
    if (again) {
        work = kernels::pass(gpuc::empty<float>({64}).partition(gpuc::tile_shape<32>), x);
        std::move(work).first().sync_on(stream);
    }
}
// 27
void streams_in_a_vector(device& d, buffer& a, buffer& b) {
    std::vector<gpuc::stream> all;
    for (int i = 0; i < 3; ++i) all.push_back(d.ctx.new_stream());
    for (auto& each : all) d.module.copy(each, d.copy, a, b);
    d.stream.wait(all[1]);
}
// 28
void graph_made_anew(device& d, buffer& a, buffer& b, std::vector<gpuc::graph>& kept) {
    auto capture = [&] {
        return gpuc::graph::capture(d.stream, [&](gpuc::stream& captured) { d.module.copy(captured, d.copy, a, b); });
    };
    auto graph = capture();
    kept.push_back(std::move(graph));
    graph = capture();
    graph.launch(d.stream);
}
