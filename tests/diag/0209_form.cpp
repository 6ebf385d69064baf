#include <gpuc/gpuc.hpp>

[[kernel]] void outside(gpuc::disjoint_slice<int> out) { (void)out; }

struct holder {
    [[kernel]] static void member(gpuc::disjoint_slice<int> out) { (void)out; }
};

namespace [[gpuc::module]] kernels {

[[kernel]] void variable_arguments(gpuc::disjoint_slice<int> out, ...) { (void)out; }
template <class>
[[kernel]] void nameless(gpuc::disjoint_slice<int> out) { (void)out; }
[[kernel]] consteval void early(gpuc::disjoint_slice<int> out) { (void)out; }

}  // namespace kernels

// expected:
// src/main.cpp:6:7: error[GPUC0209]: [[kernel]] belongs on a function at namespace scope
// help: make the kernel a plain function or function template of a [[gpuc::module]] namespace
// src/main.cpp:11:17: error[GPUC0209]: kernel 'variable_arguments' takes variable arguments
// help: name every parameter
// src/main.cpp:13:17: error[GPUC0209]: kernel 'nameless' has a template parameter without a name
// help: write template <class T> and name each parameter's type
// src/main.cpp:14:27: error[GPUC0209]: kernel 'early' cannot be a GPU entry point
// help: make it an ordinary function
// src/main.cpp:3:17: error[GPUC0209]: kernel 'outside' is not in a module, so nothing could launch it
// help: put it directly into a namespace [[gpuc::module]] ... { }
