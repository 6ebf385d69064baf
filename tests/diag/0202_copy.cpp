#include <gpuc/gpuc.hpp>

#include <vector>

struct owner {
    owner(const owner&);
    int* p;
};
struct holder {
    int n;
    owner inner;
};
struct watched {
    ~watched();
    int n;
};

namespace [[gpuc::module]] kernels {

[[kernel]] void by_owner(owner o, gpuc::disjoint_slice<int> out) { (void)o, (void)out; }
[[kernel]] void by_holder(holder h, gpuc::disjoint_slice<int> out) { (void)h, (void)out; }
[[kernel]] void by_watched(watched w, gpuc::disjoint_slice<int> out) { (void)w, (void)out; }
[[kernel]] void by_vector(std::vector<int> v, gpuc::disjoint_slice<int> out) { (void)v, (void)out; }

}  // namespace kernels

// expected:
// src/main.cpp:20:17: error[GPUC0202]: kernel 'by_owner': parameter 'o': 'owner' has a copy constructor of its own, so its bytes cannot be sent to the device
// help: pass a trivially copyable type
// src/main.cpp:21:17: error[GPUC0202]: kernel 'by_holder': parameter 'h': 'holder' has a copy constructor of its own, so its bytes cannot be sent to the device
// help: pass a trivially copyable type
// src/main.cpp:22:17: error[GPUC0202]: kernel 'by_watched': parameter 'w': 'watched' has a destructor of its own, so its bytes cannot be sent to the device
// help: pass a trivially copyable type
// src/main.cpp:23:17: error[GPUC0202]: kernel 'by_vector': parameter 'v': 'std::vector<int>' has a copy constructor of its own, so its bytes cannot be sent to the device
// help: pass a trivially copyable type
