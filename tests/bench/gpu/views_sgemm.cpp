// C = A B on random matrices, each block of threads with 32 x 32 tiles of both in shared memory, by matrix views and by
// pointers: see views.h.
#include <gpuc/gpuc.hpp>

#include "views.h"

#include <cstddef>

namespace [[gpuc::module]] kernels {

inline constexpr unsigned tile = 32;

[[kernel]]
[[gpuc::launch_contract(gpuc::contract{.domain = 2, .block = {tile, tile}})]]
void sgemm(gpuc::matrix<const float> a, gpuc::matrix<const float> b, gpuc::disjoint_matrix<float> c) {
  gpuc::launch_requires(a.rows() == c.rows() && b.cols() == c.cols() && a.cols() == b.rows());
  [[gpuc::shared]] static float a_tile[tile][tile];
  [[gpuc::shared]] static float b_tile[tile][tile];
  auto index = gpuc::thread::index_2d();
  auto row = index.row(), column = index.column();
  auto x = gpuc::thread::x(), y = gpuc::thread::y();
  float sum = 0;
  for (std::size_t k = 0; k < a.cols(); k += tile) {
    a_tile[y][x] = row < a.rows() && k + x < a.cols() ? a[row, k + x] : 0.0f;
    b_tile[y][x] = k + y < b.rows() && column < b.cols() ? b[k + y, column] : 0.0f;
    gpuc::block::sync();
    for (unsigned i = 0; i < tile; ++i) sum += a_tile[y][i] * b_tile[i][x];
    gpuc::block::sync();
  }
  if (auto out = c.get_if(index)) *out = sum;
}

template <class Index>
[[kernel]] [[gpuc::launch_bounds(tile * tile)]]
void sgemm_raw(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, Index rows,
               Index columns, Index depth) {
  [[gpuc::shared]] static float a_tile[tile][tile];
  [[gpuc::shared]] static float b_tile[tile][tile];
  Index x = gpuc::thread::x(), y = gpuc::thread::y();
  Index row = static_cast<Index>(gpuc::block::y()) * tile + y, column = static_cast<Index>(gpuc::block::x()) * tile + x;
  float sum = 0;
  for (Index k = 0; k < depth; k += tile) {
    a_tile[y][x] = row < rows && k + x < depth ? a[row * depth + k + x] : 0.0f;
    b_tile[y][x] = k + y < depth && column < columns ? b[(k + y) * columns + column] : 0.0f;
    gpuc::block::sync();
    for (unsigned i = 0; i < tile; ++i) sum += a_tile[y][i] * b_tile[i][x];
    gpuc::block::sync();
  }
  if (row < rows && column < columns) c[row * columns + column] = sum;
}

}  // namespace kernels

int main(int argc, char** argv) try {
  bool small = views::is_small(argc, argv);
  const std::size_t rows = small ? 70 : 4096, columns = small ? 45 : 4096, depth = small ? 50 : 4096;
  gpuc::context ctx;
  auto stream = ctx.default_stream();
  auto host_a = views::random_numbers(rows * depth), host_b = views::random_numbers(depth * columns);
  auto a = gpuc::device_buffer<float>::from_host(stream, host_a);
  auto b = gpuc::device_buffer<float>::from_host(stream, host_b);
  auto c = gpuc::device_buffer<float>::zeroed(stream, rows * columns);
  auto module = kernels::load(ctx);
  auto prepared = module.prepare_sgemm(gpuc::covering(gpuc::extent_2d{columns, rows}));
  gpuc::launch_config_3d config{
      .grid = {(columns + kernels::tile - 1) / kernels::tile, (rows + kernels::tile - 1) / kernels::tile},
      .block = {kernels::tile, kernels::tile}};

  auto by_views = [&] {
    module.sgemm(stream, prepared, gpuc::as_matrix(a, rows, depth), gpuc::as_matrix(b, depth, columns),
                 gpuc::as_matrix(c, rows, columns));
  };
  auto with = [&](auto m, auto n, auto k) {
    return [&, m, n, k] {
      module.sgemm_raw_unchecked(stream, config, a.view().data(), b.view().data(), c.view().data(), m, n, k);
    };
  };
  return views::compare(
      stream, small ? 1 : 40, 1, c,
      [&](const std::vector<float>& got) {
        // Some of the elements: all would take the host minutes.
        for (std::size_t i = 0; i < got.size(); i += small ? 1 : 4099) {
          float sum = 0;
          for (std::size_t k = 0; k < depth; ++k) sum += host_a[i / columns * depth + k] * host_b[k * columns + i % columns];
          if (got[i] != sum) return false;
        }
        return true;
      },
      views::version{"views", by_views}, views::version{"pointers", with(rows, columns, depth)},
      views::version{"pointers_int",
                     with(static_cast<int>(rows), static_cast<int>(columns), static_cast<int>(depth))},
      views::version{"views_again", by_views});
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
