#include <gpuc/gpuc.hpp>

#include <utility>

struct state {
    gpuc::device_buffer<int> x, y;
    gpuc::device_view<int> kept;
};

gpuc::device_view<int> returned(gpuc::stream& stream) {
    auto a = gpuc::device_buffer<int>::zeroed(stream, 4);
    return a.view(0, 2);
}

void kept(gpuc::stream& stream, state& s) {
    auto a = gpuc::device_buffer<int>::zeroed(stream, 4);
    s.kept = a.view();
}

void used(gpuc::stream& stream, gpuc::device_buffer<int> a) {
    auto view = a.view();
    a = gpuc::device_buffer<int>::zeroed(stream, 8);
    auto matrix = gpuc::as_matrix(view, 2, 2);
    (void)matrix;
}

// expected:
// src/main.cpp:12:12: error[GPUC0223]: what is returned shows the memory of 'a', which ends here
// src/main.cpp:11:10: note: 'a' is a local buffer
// help: return the buffer itself, and make the view where it is used
// src/main.cpp:17:14: error[GPUC0223]: 's.kept' keeps a view of 'a', which ends before it
// src/main.cpp:18:1: note: 'a' ended here
// help: keep the buffer beside its view
// src/main.cpp:23:35: error[GPUC0223]: 'view' shows the memory of 'a', which is gone
// src/main.cpp:22:9: note: 'a' was given another buffer here
// help: keep the buffer for as long as a view of it is used
