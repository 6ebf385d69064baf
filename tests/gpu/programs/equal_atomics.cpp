// Atomic operations whose final result does not depend on their order, with every order and scope; and that what each
// returns is what was there before.
#include "side_by_side.h"

#include <algorithm>
#include <atomic>

namespace [[gpuc::module]] kernels {

// One cell per operation.
template <class T>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {128}})]]
void integers(gpuc::slice<const T> in, gpuc::atomic_slice<T> out) {
  for (auto i : gpuc::grid::stride(in.size())) {
    T value = in[i];
    out[0].fetch_add(value, std::memory_order_relaxed);
    out[1].fetch_sub(value, std::memory_order_acq_rel);
    out[2].fetch_min(value, std::memory_order_relaxed, gpuc::scope::system);
    out[3].fetch_max(value, std::memory_order_seq_cst, gpuc::scope::system);
    out[4].fetch_and(static_cast<T>(value | T(0x5a)), std::memory_order_release);
    out[5].fetch_or(static_cast<T>(value & T(0x35)), std::memory_order_acquire);
    out[6].fetch_xor(value);
    T seen = out[7].load(std::memory_order_relaxed);  // the sum of squares, by compare and exchange
    while (!out[7].compare_exchange(
        seen, static_cast<T>(std::uint64_t(seen) + std::uint64_t(value) * std::uint64_t(value)))) {
    }
    if (i == 5) out[8].store(value, std::memory_order_release);
    if (i == 6) out[9].exchange(value);
  }
}

// Whole numbers, small enough that every order of the additions gives the same sum.
template <class T>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {128}})]]
void floats(gpuc::slice<const T> in, gpuc::atomic_slice<T> out) {
  for (auto i : gpuc::grid::stride(in.size())) {
    out[0].fetch_add(in[i], std::memory_order_relaxed);
    out[1].fetch_sub(in[i]);
    T seen = out[2].load();
    while (in[i] > seen && !out[2].compare_exchange(seen, in[i])) {
    }
  }
}

// What came back from 1 at a time is every number once.
template <class T>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {128}})]]
void tickets(gpuc::atomic_slice<T> counter, gpuc::disjoint_slice<T> out) {
  if (auto mine = out.get_if(gpuc::thread::index_1d())) *mine = counter[0].fetch_add(T(1));
}

// A histogram per block in shared memory, added up in global memory.
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void histogram(gpuc::slice<const std::uint32_t> in, gpuc::atomic_slice<std::uint32_t> out) {
  [[gpuc::shared]] static std::uint32_t bins[64];
  if (gpuc::thread::x() < 64) bins[gpuc::thread::x()] = 0;
  gpuc::block::sync();
  for (auto i : gpuc::grid::stride(in.size()))
    gpuc::atomic_ref<std::uint32_t>(bins[in[i] % 64]).fetch_add(1, std::memory_order_relaxed, gpuc::scope::block);
  gpuc::block::sync();
  if (gpuc::thread::x() < 64) out[gpuc::thread::x()].fetch_add(bins[gpuc::thread::x()]);
}

// The last block to arrive adds up what the others left: their writes must be visible to it.
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {128}})]]
void last_block(gpuc::slice<const std::uint32_t> in, gpuc::atomic_slice<std::uint64_t> partial,
               gpuc::atomic_slice<std::uint32_t> arrived, gpuc::atomic_slice<std::uint64_t> total) {
  std::uint64_t mine = 0;
  for (auto i : gpuc::grid::stride(in.size())) mine += in[i];
  mine = gpuc::warp::reduce_add(mine);
  [[gpuc::shared]] static std::uint64_t warps[4];
  [[gpuc::shared]] static bool last;
  if (gpuc::warp::lane() == 0) warps[gpuc::warp::id()] = mine;
  gpuc::block::sync();
  if (gpuc::thread::x() == 0) {
    partial[gpuc::block::x()].store(warps[0] + warps[1] + warps[2] + warps[3], std::memory_order_relaxed);
    last = arrived[0].fetch_add(1, std::memory_order_acq_rel) + 1 == gpuc::grid::dim_x();
  }
  gpuc::block::sync();
  if (last && gpuc::thread::x() == 0) {
    std::uint64_t sum = 0;
    for (std::size_t b = 0; b < gpuc::grid::dim_x(); ++b) sum += partial[b].load(std::memory_order_relaxed);
    total[0].store(sum);
  }
}

}  // namespace kernels

template <class T>
void integers(side_by_side::comparison& both, const char* type) {
  std::vector<T> host = both.any<T>(100000);
  both.same((std::string(type) + " operations").c_str(), [&](gpuc::context& on) {
    auto stream = on.default_stream();
    auto in = gpuc::device_buffer<T>::from_host(stream, host);
    auto out = gpuc::device_buffer<T>::from_host(stream, std::vector<T>{1, 2, 3, 4, T(-1), 6, 7, 8, 9, 10});
    auto module = kernels::load(on);
    module.integers(stream, module.prepare_integers({.grid = 64, .block = 128}, in, out), in, out);
    return out.to_host(stream);
  });
  both.same((std::string(type) + " tickets").c_str(), [&](gpuc::context& on) {
    auto stream = on.default_stream();
    auto counter = gpuc::device_buffer<T>::filled(stream, 1, T(-50000));
    auto out = gpuc::device_buffer<T>::zeroed(stream, 100000);
    auto module = kernels::load(on);
    module.tickets(stream, module.prepare_tickets(gpuc::covering(out), counter, out), counter, out);
    std::vector<T> got = out.to_host(stream);
    std::sort(got.begin(), got.end());
    got.push_back(counter.to_host(stream)[0]);
    return got;
  });
}

template <class T>
void floats(side_by_side::comparison& both, const char* type) {
  std::vector<T> host(50000);
  for (T& value : host) value = static_cast<T>(static_cast<int>(both.random() % 300) - 150);
  both.same((std::string(type) + " operations").c_str(), [&](gpuc::context& on) {
    auto stream = on.default_stream();
    auto in = gpuc::device_buffer<T>::from_host(stream, host);
    auto out = gpuc::device_buffer<T>::zeroed(stream, 3);
    auto module = kernels::load(on);
    module.floats(stream, module.prepare_floats({.grid = 64, .block = 128}, in, out), in, out);
    return out.to_host(stream);
  });
}

void together(side_by_side::comparison& both) {
  std::vector<std::uint32_t> host = both.any<std::uint32_t>(300000);
  both.same("histogram in shared memory", [&](gpuc::context& on) {
    auto stream = on.default_stream();
    auto in = gpuc::device_buffer<std::uint32_t>::from_host(stream, host);
    auto out = gpuc::device_buffer<std::uint32_t>::zeroed(stream, 64);
    auto module = kernels::load(on);
    module.histogram(stream, module.prepare_histogram({.grid = 100, .block = 256}), in, out);
    return out.to_host(stream);
  });
  both.same("the last block", [&](gpuc::context& on) {
    auto stream = on.default_stream();
    auto in = gpuc::device_buffer<std::uint32_t>::from_host(stream, host);
    auto module = kernels::load(on);
    auto prepared = module.prepare_last_block({.grid = 200, .block = 128});
    std::vector<std::uint64_t> totals;
    for (int round = 0; round < 20; ++round) {
      auto partial = gpuc::device_buffer<std::uint64_t>::filled(stream, 200, ~std::uint64_t{0});
      auto arrived = gpuc::device_buffer<std::uint32_t>::zeroed(stream, 1);
      auto total = gpuc::device_buffer<std::uint64_t>::zeroed(stream, 1);
      module.last_block(stream, prepared, in, partial, arrived, total);
      totals.push_back(total.to_host(stream)[0]);
    }
    return totals;
  });
}

int main(int argc, char** argv) try {
  side_by_side::comparison both(argc, argv);
  integers<std::int32_t>(both, "int32"), integers<std::uint32_t>(both, "uint32");
  integers<std::int64_t>(both, "int64"), integers<std::uint64_t>(both, "uint64");
  floats<float>(both, "float"), floats<double>(both, "double");
  together(both);
  return both.finish();
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
