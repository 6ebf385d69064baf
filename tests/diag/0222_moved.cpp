#include <gpuc/gpuc.hpp>

#include <utility>
#include <vector>

struct state {
    gpuc::device_buffer<int> x, y;
};

void run(gpuc::stream& stream, gpuc::device_buffer<int> a, state& s, std::vector<gpuc::device_buffer<int>>& all) {
    auto b = std::move(a);
    all.push_back(std::move(b));
    a.to_host(stream);
    all.push_back(std::move(s.x));
    auto part = s.x.view(0, 4);
    (void)part;
    for (int i = 0; i < 3; ++i) all.push_back(std::move(s.y));
}

// expected:
// src/main.cpp:13:5: error[GPUC0222]: 'a' is used after it was moved
// src/main.cpp:11:14: note: it was moved here
// help: use what it was moved to, or give it a new buffer first
// src/main.cpp:15:17: error[GPUC0222]: 's.x' is used after it was moved
// src/main.cpp:14:19: note: it was moved here
// help: use what it was moved to, or give it a new buffer first
// src/main.cpp:17:57: error[GPUC0222]: 's.y' is used after it was moved
// src/main.cpp:17:47: note: it was moved here, in an earlier turn of the loop
// help: use what it was moved to, or give it a new buffer first
