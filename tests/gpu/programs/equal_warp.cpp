// Exchange between the threads of a warp: full warps, a last warp of a few threads, blocks of two and three dimensions.
// Sums of floating-point numbers are part of it: the order of a reduction is fixed.
#include "side_by_side.h"

namespace [[gpuc::module]] kernels {

template <class T>
[[kernel]] [[gpuc::launch_bounds(1024)]]
void exchange(gpuc::slice<const T> in, gpuc::slice<T> out) {
  // One result per thread and operation, at the thread's place in the grid.
  std::size_t block = gpuc::block::x() + gpuc::grid::dim_x() * std::size_t{gpuc::block::y()};
  std::size_t i = block * gpuc::block::threads() + gpuc::thread::linear();
  std::size_t threads = std::size_t{gpuc::grid::dim_x()} * gpuc::grid::dim_y() * gpuc::block::threads();
  T mine = in[i];
  unsigned lane = gpuc::warp::lane(), live = gpuc::warp::size();
  out[0 * threads + i] = gpuc::warp::shuffle(mine, (lane * 7 + 3) % live);
  out[1 * threads + i] = gpuc::warp::shuffle(mine, (gpuc::warp::id() * 5) % live);
  T partner = gpuc::warp::shuffle_xor(mine, 5u);
  out[2 * threads + i] =
      (lane ^ 5u) < live ? partner : mine;  // of a thread that is not there, the value is unspecified
  out[3 * threads + i] = gpuc::warp::shuffle_up(mine, 3u);
  T above = gpuc::warp::shuffle_down(mine, 9u);
  out[4 * threads + i] = lane + 9 < live ? above : mine;
  out[5 * threads + i] = gpuc::warp::reduce_add(mine);
  out[6 * threads + i] = gpuc::warp::reduce_min(mine);
  out[7 * threads + i] = gpuc::warp::reduce_max(mine);
  out[8 * threads + i] = static_cast<T>(gpuc::warp::ballot(mine > in[0]) & 0xffffu);
  out[9 * threads + i] = static_cast<T>(gpuc::warp::size() + 64 * gpuc::warp::id());

  // Inclusive prefix sum.
  T sum = mine;
  for (unsigned distance = 1; distance < gpuc::warp::max_size; distance *= 2) {
    T below = gpuc::warp::shuffle_up(sum, distance);
    if (lane >= distance) sum = static_cast<T>(sum + below);
  }
  out[10 * threads + i] = sum;

  // A reduction inside a branch that whole warps take, and in a loop whose length differs from warp to warp.
  T chosen = T();
  if (gpuc::warp::id() % 2 == 0) chosen = gpuc::warp::reduce_max(static_cast<T>(mine / T(3)));
  for (unsigned round = 0; round < gpuc::warp::id() % 3; ++round)
    chosen = static_cast<T>(chosen + gpuc::warp::shuffle(chosen, round));
  out[11 * threads + i] = chosen;
}

constexpr unsigned operations = 12;

}  // namespace kernels

template <class T>
void exchanges(side_by_side::comparison& both, const char* type) {
  struct shape {
    const char* name;
    gpuc::launch_config_3d config;
  };
  const shape shapes[] = {
      {"256", {.grid = {9}, .block = {256}}},         {"1024", {.grid = {3}, .block = {1024}}},
      {"32", {.grid = {17}, .block = {32}}},          {"1", {.grid = {5}, .block = {1}}},
      {"33", {.grid = {7}, .block = {33}}},           {"250", {.grid = {4}, .block = {250}}},
      {"8 x 12", {.grid = {3, 2}, .block = {8, 12}}}, {"5 x 7 x 3", {.grid = {2, 3}, .block = {5, 7, 3}}},
  };
  for (const shape& s : shapes) {
    const auto& [grid, block, shared] = s.config;
    std::size_t threads = grid.x * grid.y * block.x * block.y * block.z;
    std::vector<T> host = both.between<T>(threads, T(1), T(1000));
    both.same((std::string(type) + ", blocks of " + s.name).c_str(), [&](gpuc::context& on) {
      auto stream = on.default_stream();
      auto in = gpuc::device_buffer<T>::from_host(stream, host);
      auto out = gpuc::device_buffer<T>::zeroed(stream, threads * kernels::operations);
      auto module = kernels::load(on);
      module.exchange_unchecked(stream, s.config, in, out);
      return out.to_host(stream);
    });
  }
}

int main(int argc, char** argv) try {
  side_by_side::comparison both(argc, argv);
  exchanges<std::int32_t>(both, "int32");
  exchanges<std::uint64_t>(both, "uint64");
  exchanges<float>(both, "float");
  exchanges<double>(both, "double");
  return both.finish();
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
