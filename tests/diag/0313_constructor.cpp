#include <gpuc/gpuc.hpp>

#include <atomic>
#include <optional>

struct zeroed {
    int value = 0;
};

struct plain {
    int a, b[3];
};

template <class T>
static T& shared_value() {
    [[gpuc::shared]] static T value{};
    return value;
}

namespace [[gpuc::module]] kernels {

[[kernel]] void k(gpuc::disjoint_slice<int> out) {
    [[gpuc::shared]] static int zero = 0;
    [[gpuc::shared]] static zeroed member;
    [[gpuc::shared]] static std::atomic<int> counter;
    [[gpuc::shared]] static std::optional<int> maybe[2];
    [[gpuc::shared]] static int& reference = zero;
    [[gpuc::shared]] static plain fine[4];
    if (auto slot = out.get_if(gpuc::thread::index_1d()))
        *slot = zero + member.value + counter + maybe[0].has_value() + reference + fine[0].a + shared_value<int>();
}

}  // namespace kernels

// expected:
// src/main.cpp:27:34: error[GPUC0313]: shared variable 'reference' is a reference, which needs an initialiser
// help: share the object itself
// src/main.cpp:16:31: error[GPUC0313]: shared variable 'value': it has an initialiser, and shared memory starts with no particular contents
// help: declare it without, let one thread assign it, then gpuc::block::sync()
// src/main.cpp:23:33: error[GPUC0313]: shared variable 'zero': it has an initialiser, and shared memory starts with no particular contents
// help: declare it without, let one thread assign it, then gpuc::block::sync()
// src/main.cpp:24:36: error[GPUC0313]: shared variable 'member': its type 'zeroed' has a constructor, and shared memory starts with no particular contents
// help: share a type without constructors and destructor, let one thread assign it, then gpuc::block::sync()
// src/main.cpp:25:46: error[GPUC0313]: shared variable 'counter': its type 'std::atomic<int>' has a constructor, and shared memory starts with no particular contents
// help: share a type without constructors and destructor, let one thread assign it, then gpuc::block::sync()
// src/main.cpp:26:48: error[GPUC0313]: shared variable 'maybe': its type 'std::optional<int>[2]' has a constructor, and shared memory starts with no particular contents
// help: share a type without constructors and destructor, let one thread assign it, then gpuc::block::sync()
