// prints: PASSED: a wild store is its own launch's error, and the program ends in order
// GPUC_LAUNCH_BLOCKING=1 with a kernel that leaves the rails: only unchecked code can. Everything that the program still
// has is destroyed with a GPU that the process has lost.
#include <gpuc/gpuc.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {32}})]]
void harmless(gpuc::disjoint_slice<int> c) {
  if (auto out = c.get_if(gpuc::thread::index_1d())) *out += 1;
}

[[kernel]]
void wild(int* memory) { memory[gpuc::thread::x()] = 1; }

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {32}})]]
void out_of_range(gpuc::slice<const int> a, gpuc::disjoint_slice<int> c) {
  auto i = gpuc::thread::index_1d();
  if (auto out = c.get_if(i)) *out = a[i.get() + 1];
}

}  // namespace kernels

int main() try {
  setenv("GPUC_LAUNCH_BLOCKING", "1", 1);
  gpuc::context ctx;
  auto on = ctx.default_stream(), other = ctx.new_stream();
  auto module = kernels::load(ctx);
  auto c = gpuc::device_buffer<int>::zeroed(on, 32), a = gpuc::device_buffer<int>::zeroed(on, 32);
  gpuc::pinned_buffer<int> host(ctx, 32);
  gpuc::graph graph = gpuc::graph::capture(on, [&](gpuc::stream& captured) { c.to_host_async(captured, host.view()); });
  auto prepared = module.prepare_harmless(gpuc::covering(32));
  module.harmless(on, prepared, c);
  std::string said;
  try {
    module.out_of_range(on, module.prepare_out_of_range(gpuc::covering(32)), a, c);
  } catch (const gpuc::device_error& e) {
    said = e.kernel();
  }
  if (said != "out_of_range") return std::fprintf(stderr, "FAILED: the report came too late: '%s'\n", said.c_str()), 1;
  module.harmless(other, prepared, c);
  graph.launch(on);
  said.clear();
  try {
    module.wild_unchecked(on, {.grid = {1}, .block = {32}}, reinterpret_cast<int*>(16));
  } catch (const gpuc::driver_error& e) {
    said = e.what();
  }
  if (said.find("wild: cuStreamSynchronize failed: CUDA_ERROR_ILLEGAL_ADDRESS") == std::string::npos)
    return std::fprintf(stderr, "FAILED: the error is '%s'\n", said.c_str()), 1;
  int refused = 0;
  try {
    module.harmless(on, prepared, c);
  } catch (const gpuc::driver_error&) {
    ++refused;
  }
  try {
    static_cast<void>(c.to_host(on));
  } catch (const gpuc::driver_error&) {
    ++refused;
  }
  if (refused != 2) return std::fprintf(stderr, "FAILED: the lost GPU went on working\n"), 1;
  std::printf("PASSED: a wild store is its own launch's error, and the program ends in order\n");
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
