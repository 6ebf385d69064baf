// prints: 0 bad
// Structures of every layout as parameters, thirty parameters, none, large ones, unnamed ones.
#pragma clang diagnostic ignored "-Wpsabi"
#include <gpuc/gpuc.hpp>

#include <array>
#include <complex>
#include <cstdio>
#include <cstring>
#include <optional>
#include <span>
#include <tuple>
#include <vector>
struct E {};
struct E2 {
  [[no_unique_address]] E e;
  int x;
};
struct RGB {
  unsigned char r, g, b;
};
struct V3 {
  float x, y, z;
};
struct alignas(64) A64 {
  char c;
  int i;
};
struct __attribute__((packed)) PK {
  char c;
  double d;
  short s;
};
struct BF {
  unsigned a : 3, b : 17;
  long long c : 45;
};
struct Base {
  int b;
};
struct Derived : Base, E {
  double d;
};
struct DE : E2, E {
  char c[4];
};
struct Arr {
  int a[3][2];
  char n[7];
};
struct LD {
  long double l;
  char c;
};
union Un {
  double d;
  char c[11];
};
enum class En : unsigned char { A = 3, B = 200 };
struct CP {
  const int c;
  int d;
};
struct Mut {
  mutable int q;
  int r;
};
using MP = int Base::*;
struct big {
  int v[1000];
};
namespace [[gpuc::module]] k {
template <class T>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]] void echo(char c0, T t, char c1,
                                                                            gpuc::disjoint_slice<T> out, short s) {
  auto idx = gpuc::thread::index_1d();
  if (auto sl = out.get_if(idx)) {
    if (c0 == 1 && c1 == 2 && s == 3) std::memcpy((void*)&*sl, &t, sizeof(T));
  }
}
template <class T>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]] void echo1(T t,
                                                                             gpuc::disjoint_slice<unsigned char> out) {
  auto idx = gpuc::thread::index_1d();
  if (auto sl = out.get_if(idx)) *sl = reinterpret_cast<unsigned char*>(&t)[idx.get()];
}
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]] void
    many(int a0, char a1, double a2, float a3, short a4, long a5, bool a6, int a7, int a8, int a9, long long b0,
         unsigned char b1, RGB b2, V3 b3, float b4, int b5, int b6, int b7, char b8, double b9, int c0, int c1, int c2,
         int c3, int c4, gpuc::disjoint_slice<double> out, int c6, char c7, float c8, std::array<char, 5> c9) {
  auto idx = gpuc::thread::index_1d();
  if (auto s = out.get_if(idx))
    *s = a0 + a1 * 2 + a2 * 3 + a3 * 4 + a4 * 5 + a5 * 6 + a6 * 7 + a7 * 8 + a8 * 9 + a9 * 10 + b0 * 11 + b1 * 12 +
         b2.g * 13 + b3.z * 14 + b4 * 15 + b5 * 16 + b6 * 17 + b7 * 18 + b8 * 19 + b9 * 20 + c0 + c1 * 2 + c2 * 3 +
         c3 * 4 + c4 * 5 + c6 * 6 + c7 * 7 + c8 * 8 + c9[4] * 9;
}
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {32}})]] void none() {}
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {32}})]] void
    unnamed(int, gpuc::slice<const int>, gpuc::disjoint_slice<int>) {}
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {32}})]] void
    defaulted(gpuc::disjoint_slice<int> out, int x = 7, const int y = 3) {
  auto idx = gpuc::thread::index_1d();
  if (auto s = out.get_if(idx)) *s = x * y;
}
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {32}})]] void
    modparam(gpuc::disjoint_slice<int> out, int x, big b) {
  auto idx = gpuc::thread::index_1d();
  x += idx.get();
  b.v[idx.get() % 1000] += x;
  ++x;
  if (auto s = out.get_if(idx)) *s = x + b.v[idx.get() % 1000] + b.v[999];
}
}  // namespace k
int bad = 0;
gpuc::context ctx = gpuc::context::cpu();
template <class T>
void t(const char* n, T v) {
  auto st = ctx.default_stream();
  auto m = k::load(ctx);
  if constexpr (!requires { requires std::is_same_v<T, CP>; } && std::is_default_constructible_v<T>) {
    auto out = gpuc::device_buffer<T>::zeroed(st, 5);
    m.echo(st, m.prepare_echo(gpuc::covering(5, 32), char(1), v, char(2), out, short(3)), 1, v, 2, out, 3);
    auto g = out.to_host(st);
    for (auto& x : g)
      if (std::memcmp((void*)&x, &v, sizeof(T))) {
        std::printf("FAILED echo %s\n", n);
        ++bad;
        break;
      }
  }
  auto o2 = gpuc::device_buffer<unsigned char>::zeroed(st, sizeof(T));
  m.echo1(st, m.prepare_echo1(gpuc::covering(sizeof(T), 32), v, o2), v, o2);
  auto g2 = o2.to_host(st);
  if (std::memcmp(g2.data(), &v, sizeof(T))) {
    std::printf("FAILED echo1 %s\n", n);
    ++bad;
  }
}
template <class T>
T fill() {
  T v;
  for (std::size_t i = 0; i < sizeof(T); ++i) reinterpret_cast<unsigned char*>(&v)[i] = 17 * i + 5;
  return v;
}
int main() try {
  auto st = ctx.default_stream();
  auto m = k::load(ctx);
  t("E", E{});
  t("E2", fill<E2>());
  t("RGB", fill<RGB>());
  t("V3", fill<V3>());
  t("A64", fill<A64>());
  t("PK", fill<PK>());
  t("BF", fill<BF>());
  t("DE", fill<DE>());
  t("Arr", fill<Arr>());
  t("LD", fill<LD>());
  t("Un", fill<Un>());
  t("En", En::B);
  t("CP", CP{1, 2});
  t("Mut", fill<Mut>());
  t("arr", fill<std::array<short, 9>>());
  t("opt", std::optional<int>(5));
  t("cplx", std::complex<float>(1, 2));
  t("i128", fill<unsigned __int128>());
  t("ch", 'x');
  t("dbl", 2.5);
  t("f16", fill<_Float16>());
  t("mp", (MP)&Base::b);
  t("np", (int)3);
  t("char8", u8'x');
  t("wch", L'x');
  t("vec", fill<float __attribute__((vector_size(16)))>());
  t("vec32", fill<float __attribute__((vector_size(32)))>());
  t("vec64", fill<double __attribute__((vector_size(64)))>());
  t("big", fill<big>());
  t("pair", fill<std::array<std::array<char, 3>, 100>>());
  t("lamE", [] {});
  int a = 3;
  double d = 2;
  char c = 'q';
  t("lam", [a, d, c] { return a + d + c; });
  t("bitint", fill<unsigned _BitInt(37)>());
  auto od = gpuc::device_buffer<double>::zeroed(st, 10);
  m.many(st, m.prepare_many(gpuc::covering(10, 32)), 1, 2, 3, 4, 5, 6, true, 8, 9, 10, 11, 12, RGB{1, 13, 3},
         V3{1, 2, 14}, 15, 16, 17, 18, 19, 20, 1, 2, 3, 4, 5, od, 6, 7, 8, {0, 0, 0, 0, 9});
  double want = 1 + 4 + 9 + 16 + 25 + 36 + 7 + 64 + 81 + 100 + 121 + 144 + 169 + 196 + 225 + 256 + 289 + 324 + 361 +
                400 + 1 + 4 + 9 + 16 + 25 + 36 + 49 + 64 + 81;
  if (od.to_host(st)[9] != want) {
    std::printf("FAILED many %f %f\n", od.to_host(st)[9], want);
    ++bad;
  }
  m.none(st, m.prepare_none(gpuc::covering(5)));
  auto oi = gpuc::device_buffer<int>::zeroed(st, 100);
  auto ii = gpuc::device_buffer<int>::zeroed(st, 100);
  m.unnamed(st, m.prepare_unnamed(gpuc::covering(5)), 1, ii, oi);
  m.defaulted(st, m.prepare_defaulted(gpuc::covering(100)), oi, 5, 6);
  if (oi.to_host(st)[50] != 30) {
    std::puts("FAILED defaulted");
    ++bad;
  }
  big b{};
  b.v[999] = 4;
  b.v[10] = 100;
  m.modparam(st, m.prepare_modparam(gpuc::covering(100)), oi, 5, b);
  auto g = oi.to_host(st);
  for (int i = 0; i < 100; ++i) {
    int w = 5 + i + 1 + (i == 10 ? 100 : 0) + 5 + i + 4;
    if (g[i] != w) {
      std::printf("FAILED modparam %d %d %d\n", i, g[i], w);
      ++bad;
      break;
    }
  }
  std::printf("%d bad\n", bad);
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
