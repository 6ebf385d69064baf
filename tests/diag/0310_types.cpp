#include <gpuc/gpuc.hpp>

#include <typeinfo>

struct base {
    virtual ~base() = default;
};
struct derived : base {};
static int is_derived(const base& b) { return dynamic_cast<const derived*>(&b) != nullptr; }
static int named(const base& b) { return typeid(b) == typeid(derived); }

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = is_derived(derived()) + named(base());
}

}  // namespace kernels

// expected:
// src/main.cpp:9:47: error[GPUC0310]: device code uses dynamic_cast or typeid
// src/main.cpp:15:67: note: called from kernel `kernels::k` here
// help: use a virtual function or std::variant
// src/main.cpp:10:52: error[GPUC0310]: device code uses dynamic_cast or typeid
// src/main.cpp:15:91: note: called from kernel `kernels::k` here
// help: use a virtual function or std::variant
