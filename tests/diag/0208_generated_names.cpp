#include <gpuc/gpuc.hpp>

namespace [[gpuc::module]] a {
[[kernel]] void module_type(gpuc::disjoint_slice<int> out) { (void)out; }
void load(const gpuc::context& context);
}  // namespace a

namespace [[gpuc::module]] b {
inline constexpr int load = 3;
struct module_type {};
}  // namespace b

namespace [[gpuc::module]] fine {
inline int load(int x) { return x; }
template <class T> void load(T*) {}
}  // namespace fine

// expected:
// src/main.cpp:5:6: error[GPUC0208]: nothing in module 'a' can be named 'load': what gpuc makes for the module has that name
// help: choose another name
// src/main.cpp:4:17: error[GPUC0208]: nothing in module 'a' can be named 'module_type': what gpuc makes for the module has that name
// help: choose another name
// src/main.cpp:9:22: error[GPUC0208]: nothing in module 'b' can be named 'load': what gpuc makes for the module has that name
// help: choose another name
// src/main.cpp:10:8: error[GPUC0208]: nothing in module 'b' can be named 'module_type': what gpuc makes for the module has that name
// help: choose another name
