// prints: PASSED: tile kernels in a graph, 20 launches
// Operations of the Tile route recorded in a graph, with kernels of the other route and pinned memory.
#include <gpuc/gpuc.hpp>

#include <cstdio>
#include <optional>
#include <utility>

namespace [[gpuc::module]] kernels {

template <int M, int N>
[[tile_kernel]] void scale(gpuc::out<float, gpuc::shape<M, N>, gpuc::dims<"m", "n">> z,
                           gpuc::in<float, gpuc::dims<"m", "n">> x, float factor) {
  z.store(gpuc::load_like(x, z) * factor);
}

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {128}})]]
void add(gpuc::slice<const float> x, gpuc::disjoint_slice<float> sum) {
  gpuc::launch_requires(x.size() >= sum.size());
  auto i = gpuc::thread::index_1d();
  if (auto out = sum.get_if(i)) *out += x[i.get()];
}

}  // namespace kernels

int main() try {
  gpuc::context ctx;
  auto on = ctx.default_stream();
  auto module = kernels::load(ctx);
  constexpr std::size_t rows = 37, columns = 53;
  auto sum = gpuc::zeros<float>({rows, columns});
  auto sum_view = sum.view(on);
  gpuc::pinned_buffer<float> first(ctx, 1);
  auto prepared = module.prepare_add(gpuc::covering(rows * columns));
  auto mirror = gpuc::device_buffer<float>::zeroed(on, rows * columns);

  std::optional<gpuc::graph> graph;
  {
    auto x = gpuc::ones<float>({rows, columns});
    auto z = gpuc::empty<float>({rows, columns});
    graph = gpuc::graph::capture(on, [&](gpuc::stream& captured) {
      auto scaled = kernels::scale(gpuc::borrow(z).partition(gpuc::tile_shape<16, 32>), x, 0.5f).run(captured);
      module.add(captured, prepared, z.view(captured), sum_view);
      gpuc::copy(captured, mirror.view(), sum_view);
    });
  }
  for (int i = 0; i < 20; ++i) graph->launch(on);
  auto elements = mirror.to_host(on);
  for (float each : elements)
    if (each != 10.0f) return std::fprintf(stderr, "FAILED: %g\n", each), 1;
  if (sum.to_host().sync_on(on) != elements) return std::fprintf(stderr, "FAILED: the tensor\n"), 1;
  std::printf("PASSED: tile kernels in a graph, 20 launches\n");
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
