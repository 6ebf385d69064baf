// Results of get_if that are looked at, in all the ways to do so.
#include <gpuc/gpuc.hpp>

struct point { float x, y; };

namespace [[gpuc::module]] kernels {
// 1
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void condition(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = 1;
}
// 2
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void early_return(gpuc::disjoint_slice<point> out) {
    auto slot = out.get_if(gpuc::thread::index_1d());
    if (!slot) return;
    slot->x = 1;
    slot->y = 2;
}
// 3
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void two(gpuc::disjoint_slice<int> a, gpuc::disjoint_slice<int> b) {
    auto i = gpuc::thread::index_1d();
    if (auto x = a.get_if(i), y = b.get_if(i); x && y) *x = *y;
}
// 4
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void neither(gpuc::disjoint_slice<int> a, gpuc::disjoint_slice<int> b) {
    auto x = a.get_if(gpuc::thread::index_1d());
    auto y = b.get_if(gpuc::thread::index_1d());
    if (!x || !y) return;
    *x = *y;
}
// 5
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void choice(gpuc::disjoint_slice<int> out, gpuc::disjoint_slice<int> other) {
    auto slot = out.get_if(gpuc::thread::index_1d());
    int value = slot ? *slot : 0;
    if (auto there = other.get_if(gpuc::thread::index_1d())) *there = value;
}
// 6
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void in_loop(gpuc::disjoint_slice<int> out, int n) {
    auto slot = out.get_if(gpuc::thread::index_1d());
    for (int i = 0; i < n && slot; ++i) *slot += i;
    for (int i = 0; i < n; ++i)
        if (slot) *slot += i;
}
// 7
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void remembered(gpuc::disjoint_slice<int> out, int n) {
    auto slot = out.get_if(gpuc::thread::index_1d());
    const bool mine = static_cast<bool>(slot);
    if (mine && n > 0) *slot = n;
}
// 8
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void in_lambda(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) {
        auto put = [&](int value) { *slot = value; };
        put(1);
        put(2);
    }
}
// 9
inline void store(gpuc::optional_ref<int> slot, int value) {
    if (slot) *slot = value;
}
inline void store_there(gpuc::optional_ref<int> slot, int value) { *slot = value; }
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void handed_on(gpuc::disjoint_slice<int> out) {
    auto slot = out.get_if(gpuc::thread::index_1d());
    store(slot, 1);
    if (slot) store_there(slot, 2);
}
// 10
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void both_branches(gpuc::disjoint_slice<int> a, gpuc::disjoint_slice<int> b, int n) {
    auto slot = n > 0 ? a.get_if(gpuc::thread::index_1d()) : b.get_if(gpuc::thread::index_1d());
    if (n > 1) {
        if (!slot) return;
    } else if (!slot) {
        return;
    }
    *slot = n;
}
// 11
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 2})]]
void copied(gpuc::disjoint_matrix<int> out) {
    auto first = out.get_if(gpuc::thread::index_2d());
    if (!first) return;
    auto second = first;
    const auto& third = second;
    *third = *second;
}
// 12
template <class T>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void instantiated(gpuc::disjoint_slice<T> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d()); slot) [[likely]] {
        *slot = T(1);
    }
}
}  // namespace kernels

void launch(gpuc::context& ctx, gpuc::stream& s, gpuc::device_buffer<int>& a, gpuc::device_buffer<float>& b) {
    auto module = kernels::load(ctx);
    module.instantiated(s, module.prepare_instantiated(gpuc::covering(a.size()), a), a);
    module.instantiated(s, module.prepare_instantiated(gpuc::covering(b.size()), b), b);
}
