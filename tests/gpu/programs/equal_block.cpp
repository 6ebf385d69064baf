// Blocks that work together: barriers, static and dynamic shared memory, and grids of two and three dimensions.
#include "side_by_side.h"

namespace [[gpuc::module]] kernels {

// Inclusive prefix sums, one per block, in shared memory.
template <class T>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void prefix_sums(gpuc::slice<const T> in, gpuc::disjoint_slice<T> out) {
  [[gpuc::shared]] static T sums[2][256];
  auto index = gpuc::thread::index_1d();
  unsigned self = gpuc::thread::x(), from = 0;
  sums[0][self] = index.get() < in.size() ? in[index.get()] : T();
  gpuc::block::sync();
  for (unsigned distance = 1; distance < 256; distance *= 2) {
    sums[1 - from][self] =
        self < distance ? sums[from][self] : static_cast<T>(sums[from][self] + sums[from][self - distance]);
    from = 1 - from;
    gpuc::block::sync();
  }
  if (auto mine = out.get_if(index)) *mine = sums[from][self];
}

// A tree in dynamic shared memory; the result differs in its last bits where the order of the additions does.
template <class T>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]] [[gpuc::launch_bounds(1024)]]
void tree_sums(gpuc::slice<const T> in, gpuc::disjoint_slice<T> out) {
  auto index = gpuc::thread::index_1d();
  auto partial = gpuc::dynamic_shared<T>();
  unsigned self = gpuc::thread::x(), threads = gpuc::block::dim_x();
  partial[self] = index.get() < in.size() ? in[index.get()] : T();
  for (unsigned left = threads; left > 1;) {
    unsigned half = (left + 1) / 2;
    gpuc::block::sync();
    if (self + half < left) partial[self] += partial[self + half];
    left = half;
  }
  gpuc::block::sync();
  if (auto mine = out.get_if(index)) *mine = partial[0] + T(self);
}

inline constexpr unsigned tile = 16;

// A 2-D stencil over a tile with a halo.
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 2, .block = {tile, tile, 1}})]]
void blur(gpuc::matrix<const float> in, gpuc::disjoint_matrix<float> out) {
  gpuc::launch_requires(in.rows() == out.rows() && in.cols() == out.cols());
  [[gpuc::shared]] static float halo[tile + 2][tile + 2];
  auto index = gpuc::thread::index_2d();
  long rows = static_cast<long>(in.rows()), columns = static_cast<long>(in.cols());
  for (unsigned k = gpuc::thread::linear(); k < (tile + 2) * (tile + 2); k += tile * tile) {
    long row = long(gpuc::block::y()) * tile + k / (tile + 2) - 1,
         column = long(gpuc::block::x()) * tile + k % (tile + 2) - 1;
    bool inside = row >= 0 && row < rows && column >= 0 && column < columns;
    halo[k / (tile + 2)][k % (tile + 2)] = inside ? in(std::size_t(row), std::size_t(column)) : 0.0f;
  }
  gpuc::block::sync();
  float sum = 0;
  for (unsigned dy = 0; dy < 3; ++dy)
    for (unsigned dx = 0; dx < 3; ++dx)
      sum += halo[gpuc::thread::y() + dy][gpuc::thread::x() + dx] * (1.0f / float(1 + dx + 2 * dy));
  if (auto mine = out.get_if(index)) *mine = sum;
}

// A product of matrices, tile by tile.
template <class T>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 2, .block = {tile, tile, 1}})]]
void multiply(gpuc::matrix<const T> a, gpuc::matrix<const T> b, gpuc::disjoint_matrix<T> c) {
  gpuc::launch_requires(a.cols() == b.rows() && a.rows() == c.rows() && b.cols() == c.cols());
  [[gpuc::shared]] static T left[tile][tile], right[tile][tile];
  auto index = gpuc::thread::index_2d();
  unsigned x = gpuc::thread::x(), y = gpuc::thread::y();
  T sum = 0;
  for (std::size_t k = 0; k < a.cols(); k += tile) {
    left[y][x] = index.row() < a.rows() && k + x < a.cols() ? a(index.row(), k + x) : T();
    right[y][x] = k + y < b.rows() && index.column() < b.cols() ? b(k + y, index.column()) : T();
    gpuc::block::sync();
    for (unsigned i = 0; i < tile; ++i) sum += left[y][i] * right[i][x];
    gpuc::block::sync();
  }
  if (auto mine = c.get_if(index)) *mine = sum;
}

// Every thread of a 3-D grid of 3-D blocks says where it is.
[[kernel]]
void places(gpuc::slice<std::uint64_t> out) {
  namespace block = gpuc::block;
  namespace grid = gpuc::grid;
  std::size_t b = block::x() + std::size_t{grid::dim_x()} * (block::y() + std::size_t{grid::dim_y()} * block::z());
  std::size_t i = b * block::threads() + gpuc::thread::linear();
  std::uint64_t place = 0;
  for (unsigned part : {gpuc::thread::x(), gpuc::thread::y(), gpuc::thread::z(), block::x(), block::y(), block::z()})
    place = place * 64 + part;
  out[i] = place;
}

// Barriers in a loop whose length depends on the block, with threads that leave early.
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {64}})]]
void leaving(gpuc::slice<const std::uint32_t> rounds, gpuc::disjoint_slice<std::uint32_t> out) {
  [[gpuc::shared]] static std::uint32_t cells[64];
  auto index = gpuc::thread::index_1d();
  auto slot = out.get_if(index);
  if (!slot) return;
  cells[gpuc::thread::x()] = static_cast<std::uint32_t>(index.get());
  gpuc::block::sync();
  std::uint32_t n = rounds[gpuc::block::x()];
  for (std::uint32_t round = 0; round < n; ++round) {
    std::uint32_t next = cells[(gpuc::thread::x() + 1) % 37];
    gpuc::block::sync();
    cells[gpuc::thread::x()] = next * 3 + round;
    gpuc::block::sync();
  }
  *slot = cells[gpuc::thread::x()];
}

}  // namespace kernels

template <class T>
void sums(side_by_side::comparison& both, const char* type) {
  std::vector<T> host = both.between<T>(100000, T(1), T(1000));
  both.same((std::string(type) + " prefix sums").c_str(), [&](gpuc::context& on) {
    auto stream = on.default_stream();
    auto in = gpuc::device_buffer<T>::from_host(stream, host);
    auto out = gpuc::device_buffer<T>::zeroed(stream, host.size());
    auto module = kernels::load(on);
    module.prefix_sums(stream, module.prepare_prefix_sums(gpuc::covering(out), in, out), in, out);
    return out.to_host(stream);
  });
  for (unsigned block : {32u, 96u, 100u, 1024u})
    both.same((std::string(type) + " tree sums in blocks of " + std::to_string(block)).c_str(), [&](gpuc::context& on) {
      auto stream = on.default_stream();
      auto in = gpuc::device_buffer<T>::from_host(stream, host);
      auto out = gpuc::device_buffer<T>::zeroed(stream, host.size());
      auto module = kernels::load(on);
      // The second time with more than the 48 KiB that every kernel may have unasked.
      for (std::size_t bytes : {block * sizeof(T), std::size_t{60000}}) {
        auto config = gpuc::covering(host.size(), block).with_dynamic_shared(bytes);
        module.tree_sums(stream, module.prepare_tree_sums(config, in, out), in, out);
      }
      return out.to_host(stream);
    });
}

template <class T>
void products(side_by_side::comparison& both, const char* type) {
  const std::size_t m = 123, k = 77, n = 200;
  std::vector<T> left = both.between<T>(m * k, T(-100), T(100)), right = both.between<T>(k * n, T(-100), T(100));
  both.same((std::string(type) + " matrix product").c_str(), [&](gpuc::context& on) {
    auto stream = on.default_stream();
    auto a = gpuc::device_buffer<T>::from_host(stream, left), b = gpuc::device_buffer<T>::from_host(stream, right);
    auto c = gpuc::device_buffer<T>::zeroed(stream, m * n);
    auto module = kernels::load(on);
    auto am = gpuc::as_matrix(a, m, k), bm = gpuc::as_matrix(b, k, n), cm = gpuc::as_matrix(c, m, n);
    module.multiply(stream, module.prepare_multiply(gpuc::covering(cm), am, bm, cm), am, bm, cm);
    return c.to_host(stream);
  });
}

void grids(side_by_side::comparison& both) {
  const std::size_t rows = 333, columns = 517;
  std::vector<float> image = both.between<float>(rows * columns, -1, 1);
  both.same("2-D stencil", [&](gpuc::context& on) {
    auto stream = on.default_stream();
    auto in = gpuc::device_buffer<float>::from_host(stream, image);
    auto out = gpuc::device_buffer<float>::zeroed(stream, image.size());
    auto module = kernels::load(on);
    auto target = gpuc::as_matrix(out, rows, columns);
    module.blur(stream, module.prepare_blur(gpuc::covering(target)), gpuc::as_matrix(in, rows, columns), target);
    return out.to_host(stream);
  });
  const gpuc::launch_config_3d shapes[] = {{.grid = {5, 3, 2}, .block = {8, 4, 2}},
                                           {.grid = {1, 1, 9}, .block = {1, 1, 64}},
                                           {.grid = {7, 1, 1}, .block = {3, 5, 7}}};
  for (const auto& shape : shapes)
    both.same("3-D grid", [&](gpuc::context& on) {
      auto stream = on.default_stream();
      std::size_t threads = shape.grid.x * shape.grid.y * shape.grid.z * shape.block.x * shape.block.y * shape.block.z;
      auto out = gpuc::device_buffer<std::uint64_t>::zeroed(stream, threads);
      auto module = kernels::load(on);
      module.places_unchecked(stream, shape, out);
      return out.to_host(stream);
    });
  std::vector<std::uint32_t> lengths = both.between<std::uint32_t>(40, 0, 50);
  both.same("barriers in loops", [&](gpuc::context& on) {
    auto stream = on.default_stream();
    auto rounds = gpuc::device_buffer<std::uint32_t>::from_host(stream, lengths);
    auto out = gpuc::device_buffer<std::uint32_t>::zeroed(stream, lengths.size() * 64 - 27);  // 27 threads leave
    auto module = kernels::load(on);
    module.leaving(stream, module.prepare_leaving(gpuc::covering(out)), rounds, out);
    return out.to_host(stream);
  });
}

int main(int argc, char** argv) try {
  side_by_side::comparison both(argc, argv);
  sums<std::uint32_t>(both, "uint32"), sums<std::int64_t>(both, "int64");
  sums<float>(both, "float"), sums<double>(both, "double");
  products<std::int32_t>(both, "int32"), products<float>(both, "float"), products<double>(both, "double");
  grids(both);
  return both.finish();
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
