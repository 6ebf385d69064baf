#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void copy(gpuc::slice<const int> in, gpuc::disjoint_slice<int> out) {
    auto index = gpuc::thread::index_1d();
    if (auto slot = out.get_if(index)) *slot = in[index.get()];
}

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void both(gpuc::disjoint_slice<int> left, gpuc::disjoint_slice<int> right) { (void)left, (void)right; }

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void count(gpuc::slice<const int> in, gpuc::atomic_slice<int> total) { (void)in, (void)total; }

}  // namespace kernels

struct state {
    gpuc::device_buffer<int> x, y;
};

void run(gpuc::context& ctx, gpuc::device_buffer<int>& a, gpuc::device_buffer<int>& b, state& s, state* p) {
    auto stream = ctx.default_stream();
    auto module = kernels::load(ctx);
    auto copy = module.prepare_copy(gpuc::covering(a));
    auto both = module.prepare_both(gpuc::covering(a));
    auto count = module.prepare_count(gpuc::covering(a));
    module.copy(stream, copy, a, b);
    module.copy(stream, copy, a, a);
    module.both(stream, both, b, b);
    module.count(stream, count, a, a);
    module.copy(stream, copy, s.x, s.y);
    module.copy(stream, copy, s.x, s.x);
    module.copy(stream, copy, p->y, p->y);
    module.copy(stream, copy, (a), a);
    auto& alias = a;
    auto& again = alias;
    module.copy(stream, copy, again, a);
    module.copy(stream, copy, alias, b);
}

// expected:
// src/main.cpp:30:31: error[GPUC0221]: 'a' is the output 'out' of this launch and its argument 'in' too
// src/main.cpp:30:34: note: it is the output here
// help: give the output a buffer of its own, or one half of split_at to each
// src/main.cpp:31:34: error[GPUC0221]: 'b' is the output 'left' of this launch and its argument 'right' too
// src/main.cpp:31:31: note: it is the output here
// help: give the output a buffer of its own, or one half of split_at to each
// src/main.cpp:32:33: error[GPUC0221]: 'a' is the output 'total' of this launch and its argument 'in' too
// src/main.cpp:32:36: note: it is the output here
// help: give the output a buffer of its own, or one half of split_at to each
// src/main.cpp:34:31: error[GPUC0221]: 's.x' is the output 'out' of this launch and its argument 'in' too
// src/main.cpp:34:36: note: it is the output here
// help: give the output a buffer of its own, or one half of split_at to each
// src/main.cpp:35:31: error[GPUC0221]: 'p->y' is the output 'out' of this launch and its argument 'in' too
// src/main.cpp:35:37: note: it is the output here
// help: give the output a buffer of its own, or one half of split_at to each
// src/main.cpp:36:32: error[GPUC0221]: 'a' is the output 'out' of this launch and its argument 'in' too
// src/main.cpp:36:36: note: it is the output here
// help: give the output a buffer of its own, or one half of split_at to each
// src/main.cpp:39:31: error[GPUC0221]: 'again' is the output 'out' of this launch and its argument 'in' too
// src/main.cpp:39:38: note: it is the output here
// help: give the output a buffer of its own, or one half of split_at to each
