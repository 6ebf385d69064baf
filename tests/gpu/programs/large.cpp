// prints: PASSED: indices past 2^32
//
// More elements than a 32-bit index can count, on a GPU. The CPU executor gets fewer, so that the program ends soon.
#include <gpuc/gpuc.hpp>

#include <cstdint>
#include <cstdio>

// What the element at `i` must be: every bit of the index counts.
static std::uint8_t expected(std::uint64_t i) { return static_cast<std::uint8_t>((i * 0x9e3779b97f4a7c15u) >> 56); }

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void write(gpuc::disjoint_slice<std::uint8_t> out) {
  auto index = gpuc::thread::index_1d();
  if (auto mine = out.get_if(index)) *mine = expected(index.get());
}

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void count(gpuc::slice<const std::uint8_t> in, gpuc::atomic_slice<std::uint64_t> right) {
  std::uint64_t mine = 0;
  for (auto i : gpuc::grid::stride(in.size())) mine += in[i] == expected(i);
  mine = gpuc::warp::reduce_add(mine);
  if (gpuc::warp::lane() == 0) right[0].fetch_add(mine, std::memory_order_relaxed);
}

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {32}})]]
void pick(gpuc::slice<const std::uint8_t> in, std::uint64_t from, gpuc::disjoint_slice<std::uint8_t> out) {
  auto index = gpuc::thread::index_1d();
  if (auto mine = out.get_if(index)) *mine = in[from + index.get()];
}

}  // namespace kernels

int main() try {
  gpuc::context ctx;
  auto stream = ctx.default_stream();
  auto module = kernels::load(ctx);
  const std::uint64_t n = (ctx.is_cpu() ? std::uint64_t{1} << 22 : std::uint64_t{1} << 32) + 12345;
  auto bytes = gpuc::device_buffer<std::uint8_t>::filled(stream, n, 0xee);
  auto right = gpuc::device_buffer<std::uint64_t>::zeroed(stream, 1);
  module.write(stream, module.prepare_write(gpuc::covering(n)), bytes);
  module.count(stream, module.prepare_count({.grid = 1024, .block = 256}), bytes, right);
  if (std::uint64_t got = right.to_host(stream)[0]; got != n)
    return std::fprintf(stderr, "FAILED: %llu of %llu\n", (unsigned long long)got, (unsigned long long)n), 1;

  auto tail = gpuc::device_buffer<std::uint8_t>::zeroed(stream, 1000);
  module.pick(stream, module.prepare_pick(gpuc::covering(tail)), bytes, n - 1000, tail);
  auto picked = tail.to_host(stream);
  for (std::uint64_t i = 0; i < 1000; ++i)
    if (picked[i] != expected(n - 1000 + i)) return std::fprintf(stderr, "FAILED: %llu from the end\n", 1000ull - i), 1;

  module.pick(stream, module.prepare_pick(gpuc::covering(tail)), bytes, n - 999, tail);
  try {
    stream.synchronize();
    return std::fprintf(stderr, "FAILED: nothing was reported\n"), 1;
  } catch (const gpuc::device_error& e) {
    if (e.message().find("index " + std::to_string(n)) == std::string_view::npos)
      return std::fprintf(stderr, "FAILED: %s\n", e.what()), 1;
  }
  std::printf("PASSED: indices past 2^32\n");
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
