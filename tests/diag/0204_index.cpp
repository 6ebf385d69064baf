#include <gpuc/gpuc.hpp>

static std::size_t row() { return gpuc::thread::index_2d().row(); }

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void through_a_function(gpuc::atomic_slice<int> out) { out[row()].fetch_add(1); }

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 3, .block = {8, 8, 4}})]]
void in_three(gpuc::atomic_slice<int> out) { out[gpuc::thread::index_1d().get()].fetch_add(1); }

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 2, .block = {8, 8}})]]
void in_a_lambda(gpuc::atomic_slice<int> out) {
  auto index = [] { return gpuc::thread::index_1d().get(); };
  out[index() + row()].fetch_add(1);
}

template <class T>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void in_a_template(T value, gpuc::atomic_slice<T> out) { out[gpuc::thread::index_2d().column()].fetch_add(value); }

// Without a contract nothing is promised.
[[kernel]] void anything(gpuc::atomic_slice<int> out) { out[gpuc::thread::index_1d().get() + row()].fetch_add(1); }

}  // namespace kernels

void run(gpuc::stream& on, const gpuc::context& ctx, gpuc::device_buffer<int>& ints) {
  auto module = kernels::load(ctx);
  module.in_a_template(on, module.prepare_in_a_template(gpuc::covering(5), 1, ints), 1, ints);
}

// expected:
// src/main.cpp:3:35: error[GPUC0204]: kernel 'through_a_function' asks for a 2-dimensional index, but its contract's domain is 1
// help: write .domain = 2, or ask for gpuc::thread::index_1d()
// src/main.cpp:11:50: error[GPUC0204]: kernel 'in_three' asks for a 1-dimensional index, but its contract's domain is 3
// help: write .domain = 1
// src/main.cpp:15:28: error[GPUC0204]: kernel 'in_a_lambda' asks for a 1-dimensional index, but its contract's domain is 2
// help: write .domain = 1, or ask for gpuc::thread::index_2d()
// src/main.cpp:21:62: error[GPUC0204]: kernel 'in_a_template' asks for a 2-dimensional index, but its contract's domain is 1
// help: write .domain = 2, or ask for gpuc::thread::index_1d()
