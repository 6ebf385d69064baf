// Results of get_if that are used before they are looked at.
#include <gpuc/gpuc.hpp>

struct point { float x, y; };

namespace [[gpuc::module]] kernels {
// 1
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void at_once(gpuc::disjoint_slice<int> out) {
    *out.get_if(gpuc::thread::index_1d()) = 1;                     // error: GPUC0206
}
// 2
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void named(gpuc::disjoint_slice<int> out) {
    auto slot = out.get_if(gpuc::thread::index_1d());
    *slot = 1;                                                     // error: GPUC0206
}
// 3
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void arrow(gpuc::disjoint_slice<point> out) {
    auto slot = out.get_if(gpuc::thread::index_1d());
    slot->x = 1;                                                   // error: GPUC0206
}
// 4
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void wrong_branch(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d()); !slot) *slot = 1;  // error: GPUC0206
}
// 5
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void after_branch(gpuc::disjoint_slice<int> out, int n) {
    auto slot = out.get_if(gpuc::thread::index_1d());
    if (slot) n += 1;
    *slot = n;                                                     // error: GPUC0206
}
// 6
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void either(gpuc::disjoint_slice<int> a, gpuc::disjoint_slice<int> b) {
    auto x = a.get_if(gpuc::thread::index_1d());
    auto y = b.get_if(gpuc::thread::index_1d());
    if (x || y) *x = 1;                                            // error: GPUC0206
}
// 7
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void the_other(gpuc::disjoint_slice<int> a, gpuc::disjoint_slice<int> b) {
    auto x = a.get_if(gpuc::thread::index_1d());
    auto y = b.get_if(gpuc::thread::index_1d());
    if (x) *y = 1;                                                 // error: GPUC0206
}
// 8
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void given_anew(gpuc::disjoint_slice<int> a, gpuc::disjoint_slice<int> b) {
    auto slot = a.get_if(gpuc::thread::index_1d());
    if (!slot) return;
    slot = b.get_if(gpuc::thread::index_1d());
    *slot = 1;                                                     // error: GPUC0206
}
// 9
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void in_lambda(gpuc::disjoint_slice<int> out) {
    auto put = [&](int value) {
        auto slot = out.get_if(gpuc::thread::index_1d());
        *slot = value;                                             // error: GPUC0206
    };
    put(1);
}
// 10
template <class T>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
void instantiated(gpuc::disjoint_slice<T> out) {
    auto slot = out.get_if(gpuc::thread::index_1d());
    *slot = T(1);                                                  // error: GPUC0206
}
}  // namespace kernels

void launch(gpuc::context& ctx, gpuc::stream& s, gpuc::device_buffer<int>& a, gpuc::device_buffer<float>& b) {
    auto module = kernels::load(ctx);
    module.instantiated(s, module.prepare_instantiated(gpuc::covering(a.size()), a), a);
    module.instantiated(s, module.prepare_instantiated(gpuc::covering(b.size()), b), b);
}
