// c = a + b on 2^28 random floats, by slices and by pointers: see views.h.
#include <gpuc/gpuc.hpp>

#include "views.h"

#include <cstddef>

namespace [[gpuc::module]] kernels {

[[kernel]]
[[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void vecadd(gpuc::slice<const float> a, gpuc::slice<const float> b, gpuc::disjoint_slice<float> c) {
  gpuc::launch_requires(a.size() == c.size() && b.size() == c.size());
  auto index = gpuc::thread::index_1d();
  if (auto out = c.get_if(index)) *out = a[index.get()] + b[index.get()];
}

template <class Index>
[[kernel]] [[gpuc::launch_bounds(256)]]
void vecadd_raw(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, Index n) {
  Index i = static_cast<Index>(gpuc::block::x()) * gpuc::block::dim_x() + gpuc::thread::x();
  if (i < n) c[i] = a[i] + b[i];
}

}  // namespace kernels

int main(int argc, char** argv) try {
  bool small = views::is_small(argc, argv);
  const std::size_t n = small ? 1000 : std::size_t{1} << 28;
  gpuc::context ctx;
  auto stream = ctx.default_stream();
  auto host_a = views::random_numbers(n), host_b = views::random_numbers(n);
  auto a = gpuc::device_buffer<float>::from_host(stream, host_a);
  auto b = gpuc::device_buffer<float>::from_host(stream, host_b);
  auto c = gpuc::device_buffer<float>::zeroed(stream, n);
  auto module = kernels::load(ctx);
  auto prepared = module.prepare_vecadd(gpuc::covering(n));
  gpuc::launch_config_3d config{.grid = {(n + 255) / 256}, .block = {256}};

  auto with = [&](auto size) {
    return [&, size] {
      module.vecadd_raw_unchecked(stream, config, a.view().data(), b.view().data(), c.view().data(), size);
    };
  };
  return views::compare(
      stream, small ? 1 : 60, small ? 1 : 20, c,
      [&](const std::vector<float>& got) {
        for (std::size_t i = 0; i < n; ++i)
          if (got[i] != host_a[i] + host_b[i]) return false;
        return true;
      },
      views::version{"views", [&] { module.vecadd(stream, prepared, a, b, c); }},
      views::version{"pointers", with(n)}, views::version{"pointers_int", with(static_cast<int>(n))},
      views::version{"views_again", [&] { module.vecadd(stream, prepared, a, b, c); }});
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
