// prints: 0 bad
// Shared memory in templates and in helpers of several kernels, two and three dimensions, barriers in loops.
#include <gpuc/gpuc.hpp>

#include <array>
#include <cstdio>
#include <vector>
#define C1 [[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {96}})]]
template <class T, int N>
static T& tile(int i) {
  [[gpuc::shared]] static T t[N];
  return t[i];
}
inline int* scratch() {
  [[gpuc::shared]] static int s[128];
  return s;
}
struct P {
  int a;
  double b;
};
static int rev(int v, unsigned t, unsigned n) {
  int* s = scratch();
  s[t] = v;
  gpuc::block::sync();
  int r = s[n - 1 - t];
  gpuc::block::sync();
  return r;
}
namespace [[gpuc::module]] k {
C1 void a(gpuc::slice<const int> in, gpuc::disjoint_slice<int> out) {
  auto idx = gpuc::thread::index_1d();
  int v = in[idx.get() % in.size()];
  int r = rev(v, gpuc::thread::x(), 96);
  if (auto s = out.get_if(idx)) *s = r;
}
C1 void b(gpuc::slice<const int> in, gpuc::disjoint_slice<int> out) {
  auto idx = gpuc::thread::index_1d();
  int v = in[idx.get() % in.size()];
  int r = rev(v, gpuc::thread::x(), 96);
  r += rev(r, gpuc::thread::x(), 96);
  tile<int, 96>(gpuc::thread::x()) = r;
  tile<double, 96>(gpuc::thread::x()) = r * 0.5;
  tile<int, 97>(gpuc::thread::x()) = 7;
  gpuc::block::sync();
  r = tile<int, 96>(95 - gpuc::thread::x()) + 2 * tile<double, 96>(0);
  if (auto s = out.get_if(idx)) *s = r;
}
template <class T, int N>
C1 void c(gpuc::disjoint_slice<int> out) {
  [[gpuc::shared]] static T t[N];
  [[gpuc::shared]] static std::array<P, 3> p;
  [[gpuc::shared]] static int n;
  auto idx = gpuc::thread::index_1d();
  auto x = gpuc::thread::x();
  if (x == 0) n = 5;
  if (x < 3) p[x] = {(int)x, x * 0.5};
  if (x < N) t[x] = T(x);
  gpuc::block::sync();
  T sum = 0;
  for (auto v : t) sum += v;
  if (auto s = out.get_if(idx)) *s = int(sum) + n + p[2].a + int(p[1].b * 2);
}
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 3, .block = {4, 3, 2}})]] void
    d3(gpuc::atomic_slice<unsigned> out, gpuc::slice<const int> in) {
  using namespace gpuc;
  unsigned x = block::x() * 4 + thread::x(), y = block::y() * 3 + thread::y(), z = block::z() * 2 + thread::z();
  [[gpuc::shared]] static unsigned acc[2][3][4];
  acc[thread::z()][thread::y()][thread::x()] = x + 10 * y + 100 * z;
  block::sync();
  out[x + 8 * (y + 6 * z)].fetch_add(acc[1 - thread::z()][2 - thread::y()][3 - thread::x()] + thread::linear());
  (void)in;
}
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 2, .block = {16, 4}})]] void
    d2(gpuc::disjoint_matrix<int> m) {
  if (auto s = m.get_if(gpuc::thread::index_2d())) {
    auto i = gpuc::thread::index_2d();
    *s = int(i.row() * 1000 + i.column());
  }
}
C1 void loopsync(gpuc::disjoint_slice<int> out) {
  [[gpuc::shared]] static int s[96];
  auto x = gpuc::thread::x();
  s[x] = x;
  for (unsigned k = 0; k < 20; ++k) {
    gpuc::block::sync();
    int v = s[(x + 1) % 96];
    gpuc::block::sync();
    s[x] = v + (x == k);
  }
  gpuc::block::sync();
  auto i = gpuc::thread::index_1d();
  if (auto o = out.get_if(i)) *o = s[x];
}
C1 void dyn(gpuc::disjoint_slice<int> out) {
  auto* s = gpuc::dynamic_shared<int>().begin();
  auto x = gpuc::thread::x();
  s[x] = x * 3;
  gpuc::block::sync();
  auto i = gpuc::thread::index_1d();
  if (auto o = out.get_if(i)) *o = s[95 - x] + (int)gpuc::dynamic_shared<int>().size();
}
C1 void earlyret(gpuc::disjoint_slice<int> out, int n) {
  auto i = gpuc::thread::index_1d();
  if ((int)gpuc::block::x() >= n) return;
  [[gpuc::shared]] static int q;
  if (gpuc::thread::x() == 0) q = gpuc::block::x();
  gpuc::block::sync();
  if (auto o = out.get_if(i)) *o = q + 1;
}
}  // namespace k
int bad = 0;
int main() try {
  gpuc::context ctx = gpuc::context::cpu();
  auto st = ctx.default_stream();
  auto m = k::load(ctx);
  std::vector<int> h(192);
  for (int i = 0; i < 192; ++i) h[i] = i * i % 101;
  auto in = gpuc::device_buffer<int>::from_host(st, h);
  auto out = gpuc::device_buffer<int>::zeroed(st, 192);
  auto cmp = [&](const char* n, auto f) {
    auto g = out.to_host(st);
    for (int i = 0; i < 192; ++i)
      if (g[i] != f(i)) {
        std::printf("FAILED %s at %d got %d want %d\n", n, i, g[i], f(i));
        ++bad;
        return;
      }
  };
  auto cov = gpuc::covering(192);
  auto R = [&](int i) { return i / 96 * 96 + 95 - i % 96; };
  m.a(st, m.prepare_a(cov), in, out);
  cmp("a", [&](int i) { return h[R(i)]; });
  m.b(st, m.prepare_b(cov), in, out);
  auto r2 = [&](int i) { return h[R(i)] + h[i]; };
  cmp("b", [&](int i) { return r2(R(i)) + r2(i / 96 * 96); });
  m.c(st, m.prepare_c<float, 20>(cov), out);
  cmp("c", [&](int) { return 190 + 5 + 2 + 1; });
  m.c(st, m.prepare_c<short, 33>(cov), out);
  cmp("c2", [&](int) { return 528 + 5 + 2 + 1; });
  auto au = gpuc::device_buffer<unsigned>::zeroed(st, 8 * 6 * 4);
  m.d3(st, m.prepare_d3(gpuc::covering(gpuc::extent_3d{8, 6, 4})), au, in);
  auto g = au.to_host(st);
  for (unsigned z = 0; z < 4; ++z)
    for (unsigned y = 0; y < 6; ++y)
      for (unsigned x = 0; x < 8; ++x) {
        unsigned lx = x % 4, ly = y % 3, lz = z % 2,
                 w = (x - lx + 3 - lx) + 10 * (y - ly + 2 - ly) + 100 * (z - lz + 1 - lz) + lx + 4 * (ly + 3 * lz);
        if (g[x + 8 * (y + 6 * z)] != w) {
          std::printf("FAILED d3 %u %u %u: %u %u\n", x, y, z, g[x + 8 * (y + 6 * z)], w);
          ++bad;
          goto o;
        }
      }
o:;
  auto mx = gpuc::as_matrix(out, 12, 16);
  m.d2(st, m.prepare_d2(gpuc::covering(mx)), mx);
  cmp("d2", [&](int i) { return i / 16 * 1000 + i % 16; });
  m.loopsync(st, m.prepare_loopsync(cov), out);
  {
    std::vector<int> s(96), t(96);
    for (int i = 0; i < 96; ++i) s[i] = i;
    for (int k = 0; k < 20; ++k) {
      for (int i = 0; i < 96; ++i) t[i] = s[(i + 1) % 96] + (i == k);
      s = t;
    }
    cmp("loopsync", [&](int i) { return s[i % 96]; });
  }
  m.dyn(st, m.prepare_dyn(cov.with_dynamic_shared(96 * 4)), out);
  cmp("dyn", [&](int i) { return (95 - i % 96) * 3 + 96; });
  m.earlyret(st, m.prepare_earlyret(cov), out, 1);
  m.earlyret(st, m.prepare_earlyret(cov), out, 2);
  cmp("early", [&](int i) { return i / 96 + 1; });
  std::printf("%d bad\n", bad);
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
