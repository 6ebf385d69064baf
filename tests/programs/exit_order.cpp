// prints: PASSED: 8 threads, and statics that die after main
// One context used by many threads, and everything of it held by static objects, whose destructors come after main and
// in an order of their own, behind work that nobody waited for.
#include <gpuc/gpuc.hpp>

#include <atomic>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {128}})]]
void add(int n, gpuc::disjoint_slice<int> c) {
  if (auto out = c.get_if(gpuc::thread::index_1d())) *out += n;
}

}  // namespace kernels

namespace {

constexpr std::size_t size = 10000;

// Destroyed from the last to the first: the graph's parts before the graph, the context in the middle.
std::optional<gpuc::graph> graph;
std::optional<gpuc::stream> stream;
std::optional<gpuc::context> context;
std::optional<gpuc::pinned_buffer<int>> pinned;
std::optional<gpuc::event> event;
std::optional<gpuc::device_buffer<int>> buffer;
std::optional<gpuc::tensor<float>> tensor;

bool many_threads(const gpuc::context& ctx) {
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&ctx, &right, t] {
      auto on = ctx.new_stream();
      auto module = kernels::load(ctx);
      auto prepared = module.prepare_add(gpuc::covering(size));
      auto c = gpuc::device_buffer<int>::zeroed(on, size);
      auto recorded = gpuc::graph::capture(on, [&](gpuc::stream& captured) { module.add(captured, prepared, t, c); });
      for (int i = 0; i < 20; ++i) {
        auto passing = gpuc::device_buffer<int>::filled(on, size, i);
        module.add(on, prepared, 1, c);
        recorded.launch(on);
        module.add(on, prepared, 1, passing);
      }
      right += c.to_host(on) == std::vector<int>(size, 20 * (t + 1));
    });
  for (std::thread& each : threads) each.join();
  return right == 8;
}

}  // namespace

int main() try {
  context.emplace();
  if (!many_threads(*context)) return std::fprintf(stderr, "FAILED: threads\n"), 1;
  stream.emplace(context->new_stream());
  auto module = kernels::load(*context);
  buffer.emplace(gpuc::device_buffer<int>::zeroed(*stream, size));
  pinned.emplace(*context, size);
  event.emplace(*context);
  tensor.emplace(gpuc::ones<float>({100}));
  static_cast<void>(tensor->view(*stream));
  auto prepared = module.prepare_add(gpuc::covering(size));
  graph.emplace(gpuc::graph::capture(*stream, [&](gpuc::stream& captured) {
    module.add(captured, prepared, 1, *buffer);
    buffer->to_host_async(captured, pinned->view());
    captured.call([kept = std::make_shared<int>()] {});
  }));
  for (int i = 0; i < 100; ++i) graph->launch(*stream);
  event->record(*stream);
  std::printf("PASSED: 8 threads, and statics that die after main\n");
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
