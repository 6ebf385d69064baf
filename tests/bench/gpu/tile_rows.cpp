// Softmax and layer normalisation of 65536 x 4096 floats and matrix products of bfloat16 by tile kernels: bytes and
// operations a second, to be put beside those of beside.py from the same machine. Reported, never a gate.
#include <gpuc/gpuc.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace [[gpuc::module]] kernels {

template <int R, int C>
[[tile_kernel]]
void softmax(gpuc::out<float, gpuc::shape<R, C>, gpuc::dims<"rows", "columns">> y,
             gpuc::in<float, gpuc::dims<"rows", "columns">> x) {
  auto t = gpuc::load_like(x, y, gpuc::pad::lowest);
  auto e = gpuc::exp(t - gpuc::reduce_max<1>(t));
  y.store(e / gpuc::reduce_sum<1>(e));
}

template <int R, int C>
[[tile_kernel]]
void layernorm(gpuc::out<float, gpuc::shape<R, C>, gpuc::dims<"rows", "columns">> y,
               gpuc::in<float, gpuc::dims<"rows", "columns">> x) {
  auto t = gpuc::load_like(x, y);
  auto mean = gpuc::reduce_sum<1>(t) * (1.0f / C);
  auto centred = t - mean;
  auto variance = gpuc::reduce_sum<1>(centred * centred) * (1.0f / C);
  y.store(centred * gpuc::rsqrt(variance + 1e-5f));
}

template <int M, int N, int K>
[[tile_kernel]]
void gemm(gpuc::out<float, gpuc::shape<M, N>, gpuc::dims<"m", "n">> c, gpuc::in<gpuc::bfloat16, gpuc::dims<"m", "k">> a,
          gpuc::in<gpuc::bfloat16, gpuc::dims<"k", "n">> b, gpuc::static_int<K>) {
  auto pa = gpuc::tiles<M, K>(a);
  auto pb = gpuc::tiles<K, N>(b);
  auto [m, n] = c.index();
  auto acc = gpuc::zeros_tile<float, M, N>();
  for (auto k : gpuc::axis<1>(pa)) acc = gpuc::mma(pa.load(m, k), pb.load(k, n), acc);
  c.store(acc);
}

}  // namespace kernels

namespace {

constexpr std::size_t kRows = 65536;
constexpr int kColumns = 4096;

// Seconds of one launch: the median of ten turns of `launches`.
template <class Work>
double seconds(const gpuc::stream& stream, int launches, Work work) {
  std::vector<double> taken;
  for (int turn = 0; turn < 10; ++turn) {
    auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < launches; ++i) work();
    stream.synchronize();
    taken.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / launches);
  }
  std::nth_element(taken.begin(), taken.begin() + 5, taken.end());
  return taken[5];
}

template <int M, int N, int K>
void multiply(const gpuc::stream& stream, std::size_t size) {
  std::vector<gpuc::bfloat16> numbers(size * size);
  unsigned state = 1;
  for (auto& each : numbers) {
    state = state * 1664525 + 1013904223;
    each = static_cast<gpuc::bfloat16>(static_cast<float>(state >> 8) / (1 << 24) - 0.5f);
  }
  auto a = gpuc::tensor<gpuc::bfloat16>::from_host(numbers, {size, size});
  auto b = gpuc::tensor<gpuc::bfloat16>::from_host(numbers, {size, size});
  auto c = gpuc::zeros<float>({size, size});
  double taken = seconds(stream, 5, [&] {
    kernels::gemm(gpuc::borrow(c).partition(gpuc::tile_shape<M, N>), a, b, gpuc::static_int<K>{}).run(stream);
  });
  double operations = 2.0 * static_cast<double>(size) * static_cast<double>(size) * static_cast<double>(size);
  std::printf("gemm bf16 %zu, tiles %d x %d x %d: %.1f TFLOP/s\n", size, M, N, K, operations / taken / 1e12);
}

}  // namespace

int main() try {
  gpuc::context ctx(0);
  auto stream = ctx.new_stream();
  auto x = gpuc::rand<float>({kRows, kColumns}, 1), y = gpuc::zeros<float>({kRows, kColumns});
  double bytes = 2.0 * kRows * kColumns * sizeof(float);
  double soft = seconds(stream, 10, [&] {
    kernels::softmax(gpuc::borrow(y).partition(gpuc::tile_shape<1, kColumns>), x).run(stream);
  });
  double norm = seconds(stream, 10, [&] {
    kernels::layernorm(gpuc::borrow(y).partition(gpuc::tile_shape<1, kColumns>), x).run(stream);
  });
  std::printf("softmax 65536 x 4096: %.2f TB/s\nlayernorm 65536 x 4096: %.2f TB/s\n", bytes / soft / 1e12,
              bytes / norm / 1e12);
  multiply<64, 64, 32>(stream, 4096);
  multiply<128, 128, 32>(stream, 4096);
  multiply<128, 128, 32>(stream, 8192);
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
