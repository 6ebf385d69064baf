#include <gpuc/gpuc.hpp>

static void wait() { gpuc::grid::sync(); }

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void alone(gpuc::atomic_slice<int> out) {
  out[0].store(1);
  wait();
}

[[kernel]] [[gpuc::cooperative]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void together(gpuc::atomic_slice<int> out) {
  out[0].store(1);
  wait();
}

}  // namespace kernels

// expected:
// src/main.cpp:8: error[GPUC0331]: kernel `kernels::alone` calls gpuc::grid::sync, but nothing makes its blocks run at the same time
// src/main.cpp:8: note: in kernel `kernels::alone`
// help: mark the kernel [[gpuc::cooperative]]
