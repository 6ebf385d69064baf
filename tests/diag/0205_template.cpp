#include <gpuc/gpuc.hpp>

template <class T>
constexpr gpuc::contract for_type() {
  return {.domain = 1, .block = {unsigned(1024 / sizeof(T))}, .dynamic_shared = std::int64_t(sizeof(T) * 60000)};
}

namespace [[gpuc::module]] kernels {

template <unsigned N>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {N}})]]
void fill(gpuc::disjoint_slice<int> out) {
  if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = N;
}

template <class T>
[[kernel]] [[gpuc::launch_contract(for_type<T>())]]
void tiles(T value, gpuc::disjoint_slice<T> out) {
  if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = value;
}

template <unsigned D>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = D})]]
void dimensions(gpuc::disjoint_slice<int> out) {
  if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = D;
}

template <unsigned Threads, unsigned Blocks>
[[kernel]] [[gpuc::launch_bounds(Threads, Blocks)]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {128}})]]
void bounded(gpuc::disjoint_slice<int> out) { (void)out; }

// A name alone is an expression too.
constexpr gpuc::contract wide{.domain = 1, .block = {2048}};
[[kernel]] [[gpuc::launch_contract(wide)]]
void named(gpuc::disjoint_slice<int> out) { (void)out; }

}  // namespace kernels

void run(const gpuc::context& ctx, gpuc::stream& on, gpuc::device_buffer<int>& ints) {
  auto module = kernels::load(ctx);
  (void)module.prepare_fill<256>(gpuc::covering(1000));
  (void)module.prepare_fill<2048>(gpuc::covering(1000));
  (void)module.prepare_fill<0>(gpuc::covering(1000, 32));
  (void)module.prepare_tiles<char>(gpuc::covering(1000));
  (void)module.prepare_tiles<double>(gpuc::covering(1000));
  (void)module.prepare_dimensions<2>(gpuc::covering(1000));
  (void)module.prepare_dimensions<4>(gpuc::covering(1000));
  (void)module.prepare_bounded<64, 1>(gpuc::covering(1000));
  (void)module.prepare_bounded<1024, 4>(gpuc::covering(1000));
  module.bounded_unchecked<96, 1>(on, {.grid = 4}, ints);
}

// expected:
// src/main.cpp:34:14: error[GPUC0205]: block of 2048 x 1 x 1 threads: 2048 along x, the hardware allows 1024
// help: use a smaller block and more of them
// src/main.cpp:42:16: error[GPUC0205]: kernel 'fill<2048U>': block of 2048 x 1 x 1 threads: 2048 along x, the hardware allows 1024
// src/main.cpp:11:14: note: it is asked for here
// help: use a smaller block and more of them
// src/main.cpp:43:16: error[GPUC0205]: kernel 'fill<0U>': block of 0 x 1 x 1 threads has an empty axis
// src/main.cpp:11:14: note: it is asked for here
// help: give every axis at least 1
// src/main.cpp:45:16: error[GPUC0230]: kernel 'tiles<double>': 480000 bytes of dynamic shared memory, but the hardware has 232448 per block
// src/main.cpp:17:14: note: it is asked for here
// help: use smaller tiles
// src/main.cpp:46:16: error[GPUC0204]: kernel 'dimensions': parameter 'out' is owned by 1-dimensional indices, but the contract's domain is 2
// help: write .domain = 1, or take a gpuc::disjoint_matrix
// src/main.cpp:47:16: error[GPUC0204]: kernel 'dimensions<4U>': a domain has 1 to 3 dimensions, not 4
// src/main.cpp:23:14: note: it is asked for here
// help: write: .domain = 1
// src/main.cpp:48:16: error[GPUC0205]: kernel 'bounded<64U, 1U>': block of 128 x 1 x 1 = 128 threads, but 64 is the most that the kernel's launch_bounds allow
// src/main.cpp:29:55: note: it is asked for here
// help: use a smaller block and more of them
// src/main.cpp:49:16: error[GPUC0205]: kernel 'bounded<1024U, 4U>': launch_bounds of 4 blocks of 1024 threads per multiprocessor, but the hardware runs 2 of them at most
// src/main.cpp:29:14: note: it is asked for here
// help: ask for fewer blocks, or leave their number out
// src/main.cpp:50:10: error[GPUC0205]: kernel 'bounded<96U, 1U>': block of 128 x 1 x 1 = 128 threads, but 96 is the most that the kernel's launch_bounds allow
// src/main.cpp:29:55: note: it is asked for here
// help: use a smaller block and more of them
