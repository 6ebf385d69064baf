// A weighted mean of each element of a random matrix and its four neighbours, by matrix views and by pointers: see
// views.h. The elements at the edges stay as they are.
#include <gpuc/gpuc.hpp>

#include "views.h"

#include <cstddef>

namespace [[gpuc::module]] kernels {

[[kernel]]
[[gpuc::launch_contract(gpuc::contract{.domain = 2, .block = {32, 8}})]]
void stencil(gpuc::matrix<const float> in, gpuc::disjoint_matrix<float> out) {
  gpuc::launch_requires(in.rows() == out.rows() && in.cols() == out.cols());
  auto index = gpuc::thread::index_2d();
  auto r = index.row(), c = index.column();
  if (auto slot = out.get_if(index)) {
    if (r > 0 && r + 1 < in.rows() && c > 0 && c + 1 < in.cols())
      *slot = 0.5f * in[r, c] + 0.125f * (in[r - 1, c] + in[r + 1, c] + in[r, c - 1] + in[r, c + 1]);
    else
      *slot = in[r, c];
  }
}

template <class Index>
[[kernel]] [[gpuc::launch_bounds(256)]]
void stencil_raw(const float* __restrict__ in, float* __restrict__ out, Index rows, Index columns) {
  Index r = static_cast<Index>(gpuc::block::y()) * gpuc::block::dim_y() + gpuc::thread::y();
  Index c = static_cast<Index>(gpuc::block::x()) * gpuc::block::dim_x() + gpuc::thread::x();
  if (r >= rows || c >= columns) return;
  Index i = r * columns + c;
  if (r > 0 && r + 1 < rows && c > 0 && c + 1 < columns)
    out[i] = 0.5f * in[i] + 0.125f * (in[i - columns] + in[i + columns] + in[i - 1] + in[i + 1]);
  else
    out[i] = in[i];
}

}  // namespace kernels

int main(int argc, char** argv) try {
  bool small = views::is_small(argc, argv);
  const std::size_t rows = small ? 50 : 16384, columns = small ? 70 : 16384;
  gpuc::context ctx;
  auto stream = ctx.default_stream();
  auto host = views::random_numbers(rows * columns);
  auto in = gpuc::device_buffer<float>::from_host(stream, host);
  auto out = gpuc::device_buffer<float>::zeroed(stream, rows * columns);
  auto module = kernels::load(ctx);
  auto prepared = module.prepare_stencil(gpuc::covering(gpuc::extent_2d{columns, rows}));
  gpuc::launch_config_3d config{.grid = {(columns + 31) / 32, (rows + 7) / 8}, .block = {32, 8}};

  auto by_views = [&] {
    module.stencil(stream, prepared, gpuc::as_matrix(in, rows, columns), gpuc::as_matrix(out, rows, columns));
  };
  auto with = [&](auto m, auto n) {
    return [&, m, n] {
      module.stencil_raw_unchecked(stream, config, in.view().data(), out.view().data(), m, n);
    };
  };
  return views::compare(
      stream, small ? 1 : 60, small ? 1 : 20, out,
      [&](const std::vector<float>& got) {
        for (std::size_t r = 0; r < rows; ++r)
          for (std::size_t c = 0; c < columns; ++c) {
            const float* at = &host[r * columns + c];
            float wanted = *at;
            if (r > 0 && r + 1 < rows && c > 0 && c + 1 < columns)
              wanted = 0.5f * at[0] + 0.125f * (at[0 - columns] + at[columns] + at[-1] + at[1]);
            if (got[r * columns + c] != wanted) return false;
          }
        return true;
      },
      views::version{"views", by_views}, views::version{"pointers", with(rows, columns)},
      views::version{"pointers_int", with(static_cast<int>(rows), static_cast<int>(columns))},
      views::version{"views_again", by_views});
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
