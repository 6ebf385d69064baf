// prints: PASSED: 21 checks of contracts, cooperative kernels and reports
#include <gpuc/gpuc.hpp>

#include <cassert>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// Any constant expression is a contract; in a template it may depend on the parameters.
template <unsigned Width>
constexpr gpuc::contract tiles() {
  return {.domain = 1, .block = {Width}, .dynamic_shared = {Width * sizeof(float), 4096}, .dynamic_shared_align = 128};
}

namespace [[gpuc::module]] kernels {

template <unsigned Width>
[[kernel]] [[gpuc::launch_contract(tiles<Width>())]] [[gpuc::launch_bounds(Width * 2)]]
void reverse_tiles(gpuc::slice<const float> in, gpuc::disjoint_slice<float> out) {
  gpuc::launch_requires(in.size() >= out.size());
  auto index = gpuc::thread::index_1d();
  auto tile = gpuc::dynamic_shared<float>();
  if (index.get() < in.size()) tile[gpuc::thread::x()] = in[index.get()];
  gpuc::block::sync();
  if (auto slot = out.get_if(index)) *slot = tile[Width - 1 - gpuc::thread::x()];
}

template <unsigned Dimensions>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = Dimensions})]]
void count_blocks(gpuc::atomic_slice<int> out) {
  if (gpuc::thread::linear() == 0) out[0].fetch_add(1);
}

template <int By>
[[kernel]] void add_to_all(gpuc::slice<int> data) {
  for (std::size_t i : gpuc::grid::stride(data.size())) data[i] += By;
}

// Each step reads what other blocks wrote in the one before.
[[kernel]] [[gpuc::cooperative]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void rotate(gpuc::atomic_slice<int> data, int steps) {
  unsigned i = gpuc::block::x() * gpuc::block::dim_x() + gpuc::thread::x();
  unsigned n = static_cast<unsigned>(data.size());
  for (int step = 0; step < steps; ++step) {
    int next = data[(i + 65) % n].load();
    gpuc::grid::sync();
    data[i].store(next);
    gpuc::grid::sync();
  }
}

[[kernel]] [[gpuc::cooperative]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void rotate_wrongly(gpuc::slice<const int> in, gpuc::atomic_slice<int> data) {
  unsigned i = gpuc::block::x() * gpuc::block::dim_x() + gpuc::thread::x();
  int value = in[i];
  gpuc::grid::sync();
  data[0].store(value);
}

enum fault { range, failed_assert, trapped, thrown, divided, overflowed };

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {32}})]]
void faults(int which, int zero, gpuc::slice<const int> in, gpuc::disjoint_slice<int> out) {
  auto index = gpuc::thread::index_1d();
  auto slot = out.get_if(index);
  if (!slot) return;
  bool mine = index.get() == 37;
  if (mine && which == range) *slot = in[index.get() + 100];
  if (mine && which == failed_assert) assert(in[0] != 7 && "told so");
  if (mine && which == trapped) gpuc::trap();
  if (mine && which == thrown) throw std::range_error("too far");
  if (mine && which == divided) *slot = -7 / zero;
  if (mine && which == overflowed) *slot = (-2147483647 - 1) % (zero - 1);
  *slot = 1;
}

}  // namespace kernels

static int passed = 0;

static void expect(bool ok, const char* what) {
  if (ok)
    ++passed;
  else
    std::fprintf(stderr, "FAILED: %s\n", what);
}

template <class F>
static void refused(gpuc::errc kind, std::string_view first, std::string_view second, F f) {
  std::string said = "nothing";
  bool ok = false;
  try {
    f();
  } catch (const gpuc::launch_error& e) {
    said = e.what();
    ok = e.kind() == kind && said.find(first) != said.npos && said.find(second) != said.npos;
  }
  expect(ok, said.c_str());
}

int main() try {
  gpuc::context ctx;
  auto stream = ctx.default_stream();
  auto module = kernels::load(ctx);

  std::vector<float> host(1000);
  for (int i = 0; i < 1000; ++i) host[static_cast<std::size_t>(i)] = static_cast<float>(i);
  auto in = gpuc::device_buffer<float>::from_host(stream, host);
  auto out = gpuc::device_buffer<float>::zeroed(stream, 960);
  auto narrow = module.prepare_reverse_tiles<64>(gpuc::covering(960).with_dynamic_shared(256));
  module.reverse_tiles(stream, narrow, in, out);
  expect(out.to_host(stream)[64] == 127, "a block of 64");
  module.reverse_tiles(stream, module.prepare_reverse_tiles<96>(gpuc::covering(960).with_dynamic_shared(4096)), in, out);
  expect(out.to_host(stream)[96] == 191, "a block of 96");
  refused(gpuc::errc::dynamic_shared_range, "252 bytes", "256 to 4096",
          [&] { module.prepare_reverse_tiles<64>(gpuc::covering(960).with_dynamic_shared(252)); });
  refused(gpuc::errc::dynamic_shared_range, "4100 bytes", "384 to 4096",
          [&] { module.prepare_reverse_tiles<96>(gpuc::covering(960).with_dynamic_shared(4100)); });
  refused(gpuc::errc::block_shape_mismatch, "96", "64",
          [&] { module.prepare_reverse_tiles<64>(gpuc::covering(960, 96).with_dynamic_shared(256)); });
  module.reverse_tiles(stream, module.prepare_reverse_tiles<64>(gpuc::covering(0).with_dynamic_shared(256)), in,
                       out.view(0, 0));
  stream.synchronize();
  expect(true, "covering nothing");
  refused(gpuc::errc::zero_dimension, "grid of 0", "covering(0)", [&] {
    module.prepare_reverse_tiles<64>(gpuc::launch_config_1d{.grid = 0, .dynamic_shared = 256});
  });

  auto blocks = gpuc::device_buffer<int>::zeroed(stream, 1);
  module.count_blocks(stream, module.prepare_count_blocks<2>(gpuc::covering(gpuc::extent_2d{100, 100}, {16, 8})), blocks);
  expect(blocks.to_host(stream)[0] == 7 * 13, "a domain of two dimensions");
  module.count_blocks(stream, module.prepare_count_blocks<1>(gpuc::launch_config_1d{.grid = 9, .block = 32}), blocks);
  expect(blocks.to_host(stream)[0] == 7 * 13 + 9, "a domain of one dimension");
  refused(gpuc::errc::domain_mismatch, "1-dimensional", "domain is 2",
          [&] { module.prepare_count_blocks<2>(gpuc::covering(100, 32)); });

  std::vector<int> numbers(512);
  for (int i = 0; i < 512; ++i) numbers[static_cast<std::size_t>(i)] = i;
  auto data = gpuc::device_buffer<int>::from_host(stream, numbers);
  module.rotate(stream, module.prepare_rotate(gpuc::covering(data)), data, 20);
  auto turned = data.to_host(stream);
  bool right = true;
  for (int i = 0; i < 512; ++i) right &= turned[static_cast<std::size_t>(i)] == (i + 20 * 65) % 512;
  expect(right, "a cooperative kernel");
  refused(gpuc::errc::cooperative_grid_exceeded, "1000000 blocks", "runs ",
          [&] { module.prepare_rotate({.grid = 1000000}); });
  // A thread that faulted never comes to the grid's barrier; the launch ends all the same.
  auto few = gpuc::device_buffer<int>::zeroed(stream, 64);
  module.rotate_wrongly(stream, module.prepare_rotate_wrongly({.grid = 4}), few, data);
  std::string said;
  try {
    stream.synchronize();
  } catch (const gpuc::device_error& e) {
    said = e.what();
  }
  expect(said.find("rotate_wrongly: src/main.cpp:57: index ") != said.npos && said.find("size 64") != said.npos,
         said.c_str());
  module.rotate(stream, module.prepare_rotate(gpuc::covering(data)), data, 2);
  stream.synchronize();
  expect(true, "the context goes on");

  module.add_to_all_unchecked<7>(stream, {.grid = {2}, .block = {32}}, few);
  expect(few.to_host(stream)[63] == 7, "an unchecked kernel template");

  auto report = [&](kernels::fault which, gpuc::errc kind, std::string_view text) {
    auto ints = gpuc::device_buffer<int>::zeroed(stream, 100);
    module.faults(stream, module.prepare_faults(gpuc::covering(ints)), which, 0, few, ints);
    std::string said = "nothing was reported";
    bool ok = false;
    try {
      stream.synchronize();
    } catch (const gpuc::device_error& e) {
      said = e.what();
      ok = e.kind() == kind && said.find(text) != said.npos && said.find("faults: src/main.cpp:") == 0 &&
           said.find("(block (1,0,0), thread (5,0,0))") != said.npos;
    }
    auto after = ints.to_host(stream);
    expect(ok && after[37] == 0 && after[36] == 1 && after[99] == 1, said.c_str());
  };
  report(kernels::range, gpuc::errc::out_of_range, "index 137 is out of range, size 64");
  report(kernels::trapped, gpuc::errc::trap, ":72: trap");
  report(kernels::thrown, gpuc::errc::exception, "std::range_error");
  report(kernels::divided, gpuc::errc::division_by_zero, ":74: division by zero: -7 / 0");
  report(kernels::overflowed, gpuc::errc::division_overflow, "a division overflows: -2147483648 / -1");
#ifndef NDEBUG
  report(kernels::failed_assert, gpuc::errc::assertion, "told so");
#else
  ++passed;
#endif

  if (passed != 21) return std::fprintf(stderr, "FAILED: %d of 21 passed\n", passed), 1;
  std::printf("PASSED: 21 checks of contracts, cooperative kernels and reports\n");
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
