// prints: PASSED: 15 checks of streams, memory and graphs
// What a program may do with memory and streams while the device still works: everything here is right by what the
// library promises, and each check would show the promise broken on a GPU. A slow kernel keeps the device behind.
#include <gpuc/gpuc.hpp>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

namespace [[gpuc::module]] kernels {

// c[i] = a[i], some time later.
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void slow_copy(unsigned rounds, gpuc::slice<const int> a, gpuc::disjoint_slice<int> c) {
  auto i = gpuc::thread::index_1d();
  unsigned state = static_cast<unsigned>(i.get()) | 1;
  for (unsigned k = 0; k < rounds; ++k) state = state * 1664525u + 1013904223u;
  if (auto out = c.get_if(i)) *out = a[i.get()] + (state == 0 ? 1 : 0);  // never 0 behind an odd number
}

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void add(int n, gpuc::disjoint_slice<int> c) {
  auto i = gpuc::thread::index_1d();
  if (auto out = c.get_if(i)) *out += n;
}

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void set_bytes(gpuc::disjoint_slice<std::uint8_t> c) {
  auto i = gpuc::thread::index_1d();
  if (auto out = c.get_if(i)) *out = 3;
}

}  // namespace kernels

namespace {

constexpr std::size_t size = 1 << 20;
int checks = 0;

void expect(bool holds, const char* what) {
  ++checks;
  if (!holds) throw std::runtime_error(what);
}

bool all(const std::vector<int>& values, int expected) {
  for (int each : values)
    if (each != expected) return false;
  return true;
}

struct program {
  gpuc::context ctx;
  decltype(kernels::load(ctx)) module = kernels::load(ctx);
  gpuc::stream on = ctx.default_stream();
  unsigned rounds = ctx.is_cpu() ? 1 : 200000;
  decltype(module.prepare_slow_copy(gpuc::covering(size))) slow = module.prepare_slow_copy(gpuc::covering(size));
  decltype(module.prepare_add(gpuc::covering(size))) adding = module.prepare_add(gpuc::covering(size));

  gpuc::device_buffer<int> full_of(const gpuc::stream& where, int value) {
    return gpuc::device_buffer<int>::filled(where, size, value);
  }

  void freed_behind_another_stream() {
    auto other = ctx.new_stream();
    auto result = full_of(on, 0);
    {
      auto source = full_of(on, 7);
      module.slow_copy(other, slow, rounds, source, result);
    }
    auto next = full_of(on, -1);  // would get the memory of `source`
    expect(all(result.to_host(other), 7), "memory was given away while another stream read it");
  }

  void pinned_memory_dies_first() {
    auto target = full_of(on, 0);
    {
      auto source = full_of(on, 1);
      gpuc::pinned_buffer<int> host(ctx, size);
      for (int& each : host) each = 5;
      module.slow_copy(on, slow, rounds, source, target);
      target.copy_from_host_async(on, host.view());
    }
    gpuc::pinned_buffer<int> next(ctx, size);
    for (int& each : next) each = -1;
    expect(all(target.to_host(on), 5), "pinned memory was freed before its copy");
  }

  void pageable_copies_are_done() {
    auto source = full_of(on, 3), target = full_of(on, 0);
    module.slow_copy(on, slow, rounds, source, target);
    std::vector<int> host(size);
    target.to_host(on, host);
    expect(all(host, 3), "a copy returned before it was done");
    std::vector<int> upload(size, 4);
    auto copy = gpuc::device_buffer<int>::from_host(on, upload);
    upload.assign(size, -1);
    expect(all(copy.to_host(on), 4), "an upload returned before it had read its source");
  }

  void waits() {
    auto a = ctx.new_stream(), b = ctx.new_stream();
    auto source = full_of(a, 9), middle = full_of(a, 0), target = full_of(b, 0);
    b.wait(a);
    module.slow_copy(a, slow, rounds, source, middle);
    gpuc::event there(ctx);
    there.record(a);
    b.wait(there);
    module.slow_copy(b, slow, 1, middle, target);
    expect(all(target.to_host(b), 9), "a stream did not wait for an event");
    gpuc::event start(ctx), stop(ctx);
    start.record(a);
    module.slow_copy(a, slow, rounds, source, middle);
    stop.record(a);
    double took = stop.milliseconds_since(start);
    expect(took >= 0 && took < 60000, "a time between events makes no sense");
  }

  void calls() {
    auto source = full_of(on, 2), target = full_of(on, 0);
    gpuc::pinned_buffer<int> host(ctx, size);
    int seen = 0;
    std::thread::id where;
    module.slow_copy(on, slow, rounds, source, target);
    target.to_host_async(on, host.view());
    on.call([&] { seen = host[size - 1], where = std::this_thread::get_id(); });
    on.call([kept = std::move(source)] {});  // freed later, by a thread that may
    on.synchronize();
    expect(seen == 2, "a function was called before its turn");
    on.call([] { throw std::runtime_error("mine"); });
    bool thrown = false;
    try {
      on.synchronize();
    } catch (const std::runtime_error& e) {
      thrown = std::string_view(e.what()) == "mine";
    }
    expect(thrown, "what a function threw was lost");
  }

  void graphs() {
    auto target = full_of(on, 0);
    std::optional<gpuc::graph> graph;
    gpuc::pinned_buffer<int> host(ctx, size);
    int launches = 0;
    {
      auto source = full_of(on, 1);
      graph = gpuc::graph::capture(on, [&](gpuc::stream& captured) {
        auto zeros = gpuc::device_buffer<int>::zeroed(captured, size);
        auto branch = captured.fork();
        module.slow_copy(branch, slow, rounds / 16, source, zeros);
        captured.wait(branch);
        gpuc::copy(captured, target, zeros);
        module.add(captured, adding, 10, target);
        target.to_host_async(captured, host.view());
        captured.call([&] { ++launches; });
      });
    }
    auto next = full_of(on, -1);
    auto other = ctx.new_stream();
    for (int i = 0; i < 5; ++i) graph->launch(i % 2 == 0 ? on : other), other.wait(on), on.wait(other);
    on.synchronize();
    other.synchronize();
    expect(launches == 5 && host[0] == 11 && host[size - 1] == 11, "a graph did not do what was captured");
    expect(graph->update(on, [&](gpuc::stream& captured) { module.add(captured, adding, 5, target); }) == false,
           "a graph of another form was updated in place");
    expect(graph->update(on, [&](gpuc::stream& captured) { module.add(captured, adding, 6, target); }),
           "a graph of the same form was made anew");
    graph->launch(on);
    graph.reset();
    expect(all(target.to_host(on), 17), "a graph that died was not finished");
  }

  void memory() {
    auto held = full_of(on, 8);
    gpuc::memory_pool pool = ctx.memory();
    pool.set_limit(pool.used() + 1000);
    bool refused = false;
    try {
      full_of(on, 1);
    } catch (const gpuc::out_of_memory& e) {
      refused = e.requested() == size * sizeof(int) && e.available() == 1000;
    }
    pool.set_limit(gpuc::memory_pool::unlimited);
    expect(refused && all(held.to_host(on), 8), "the limit on memory was passed, or did harm");
    on.synchronize();
    pool.trim();
    expect(pool.reserved() >= pool.used(), "the pool holds less than is in use");
  }

  // More than 2^32 elements, where the device has the memory.
  void many_elements() {
    std::uint64_t count = ctx.is_cpu() ? 300 : (std::uint64_t{1} << 32) + 5;
    auto bytes = gpuc::device_buffer<std::uint8_t>::zeroed(on, count);
    module.set_bytes(on, module.prepare_set_bytes(gpuc::covering(count)), bytes);
    auto tail = gpuc::device_buffer<std::uint8_t>::zeroed(on, 300);
    gpuc::copy(on, tail.view(), bytes.view(count - 300, 300));
    bool right = true;
    for (std::uint8_t each : tail.to_host(on)) right &= each == 3;
    expect(right, "elements beyond 2^32 were not reached");
  }
};

}  // namespace

int main() try {
  program all_of_it;
  all_of_it.freed_behind_another_stream();
  all_of_it.pinned_memory_dies_first();
  all_of_it.pageable_copies_are_done();
  all_of_it.waits();
  all_of_it.calls();
  all_of_it.graphs();
  all_of_it.memory();
  all_of_it.many_elements();
  std::printf("PASSED: %d checks of streams, memory and graphs\n", checks);
} catch (const gpuc::error& e) {
  return gpuc::report(e);
} catch (const std::exception& e) {
  std::fprintf(stderr, "FAILED: %s\n", e.what());
  return 1;
}
