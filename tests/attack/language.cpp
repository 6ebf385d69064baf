// prints: PASSED: 42 checks
// The language and the standard library in kernels: what the host computes, the device computes.
#pragma clang diagnostic ignored "-Wvla-cxx-extension"
#include "check.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <bitset>
#include <complex>
#include <limits>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
struct B {
  unsigned a : 3;
  int b : 5;
  unsigned long long c : 40;
  bool d : 1;
};
union U {
  float f;
  unsigned u;
  unsigned char b[4];
};
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static constexpr int tab[] = {3, 1, 4, 1, 5, 9, 2, 6};
static constexpr std::array<const char*, 3> strs = {"hello", "wor", "x"};
static constexpr const int* tabs[] = {tab, tab + 2, tab + 4};
struct Shape {
  virtual int area(int) const = 0;
};
struct Sq final : Shape {
  int s;
  Sq(int s) : s(s) {}
  int area(int k) const override { return s * s + k; }
};
struct Re : Shape {
  int a, b;
  Re(int a, int b) : a(a), b(b) {}
  int area(int k) const override { return a * b - k; }
};
using Fn = int (*)(int);
static constexpr Fn fns[] = {[](int x) { return x + 1; }, [](int x) { return x * 2; }, [](int x) { return x - 7; }};
int main() {
  check("optional", [](unsigned i) {
    std::optional<int> o;
    if (i % 3) o = i;
    return o.value_or(-1) + (o ? *o : 5);
  });
  check("variant", [](unsigned i) {
    std::variant<int, float, std::array<int, 3>> v;
    if (i % 3 == 1)
      v = 2.5f * i;
    else if (i % 3 == 2)
      v = std::array<int, 3>{1, 2, (int)i};
    else
      v = (int)i;
    return std::visit(
        [](auto x) -> double {
          if constexpr (std::is_arithmetic_v<decltype(x)>)
            return x;
          else
            return x[2] * 100.0;
        },
        v);
  });
  check("tuple", [](unsigned i) {
    auto t = std::tuple(i, 2.5, 'c');
    auto [a, b, c] = t;
    return a * b + c + std::get<0>(t);
  });
  check("sort", [](unsigned i) {
    std::array<int, 9> a;
    for (int k = 0; k < 9; ++k) a[k] = (k * 7919 + i * 31) % 101;
    std::sort(a.begin(), a.end());
    int r = 0;
    for (int x : a) r = r * 31 + x;
    return r;
  });
  check("stable", [](unsigned i) {
    std::array<int, 9> a;
    for (int k = 0; k < 9; ++k) a[k] = (k * 7919 + i * 31) % 101;
    std::ranges::sort(a, std::greater{});
    int r = 0;
    for (int x :
         a | std::views::filter([](int v) { return v & 1; }) | std::views::transform([](int v) { return v * 3; }))
      r = r * 31 + x;
    return r;
  });
  check("views", [](unsigned i) {
    int r = 0;
    for (auto x : std::views::iota(0u, i) | std::views::reverse | std::views::take(5)) r = r * 7 + x;
    return r;
  });
  check("bitfield", [](unsigned i) {
    B b{};
    b.a = i;
    b.b = (int)i - 8;
    b.c = 0x123456789aull * i;
    b.d = i & 1;
    return (long long)b.a + b.b * 1000 + (long long)b.c + b.d;
  });
  check("union", [](unsigned i) {
    U u;
    u.f = i * 1.5f;
    return u.u ^ (u.b[3] << 3);
  });
  check("fib", [](unsigned i) { return fib(i % 12); });
  check("tab", [](unsigned i) { return tab[i % 8] + tabs[i % 3][i % 2]; });
  check("strs", [](unsigned i) {
    int r = 0;
    for (const char* p = strs[i % 3]; *p; ++p) r = r * 31 + *p;
    return r;
  });
  check("sv", [](unsigned i) {
    std::string_view s = "the quick brown fox";
    return (int)s.find("brown") + (int)s.substr(i % 5).size() + (s.starts_with("the") ? 100 : 0);
  });
  check("virtual", [](unsigned i) {
    Sq s(i);
    Re r(i, 3);
    const Shape* p = i % 2 ? (const Shape*)&s : &r;
    return p->area(i);
  });
  check("fns", [](unsigned i) { return fns[i % 3](i); });
  check("i128", [](unsigned i) {
    unsigned __int128 a = i + 3;
    a = a << 77 | 12345;
    a *= 1234567891234567ull;
    a /= (i + 7);
    a %= ((unsigned __int128)1 << 90) + 3;
    return (unsigned long long)(a >> 20);
  });
  check("si128", [](unsigned i) {
    __int128 a = -(__int128)i * 1234567890123456789;
    a = a * a * (i % 2 ? -1 : 1);
    a /= -7;
    a >>= i % 100;
    return (long long)a;
  });
  check("switch", [](unsigned i) {
    switch (i % 20) {
      case 0: return 5;
      case 1:
      case 2: return 7;
      case 3: {
        int q = i;
        return q * 2;
      }
      case 11: return 1;
      case 12: return 99;
      case 13: return -4;
      case 19: return 77;
      default: return (int)i;
    }
  });
  check("goto", [](unsigned i) {
    int r = 0;
    unsigned k = i;
  again:
    r += k;
    if (k > 10) {
      k /= 3;
      goto again;
    }
    if (k > 5) goto out;
    r *= 2;
  out:
    return r;
  });
  check("duff", [](unsigned i) {
    int r = 0;
    int n = i % 9 + 1, c = (n + 3) / 4;
    switch (n % 4) {
      case 0: do { r += 1;
          case 3: r += 10;
          case 2: r += 100;
          case 1: r += 1000;
        } while (--c > 0);
    }
    return r;
  });
  check("shift", [](unsigned i) {
    return (1ull << (i % 64)) ^ ((long long)(-(long long)i) >> (i % 63)) ^ std::rotl(i, i % 32) ^ std::popcount(i) ^
           std::countl_zero(i) ^ std::countr_zero((unsigned char)i) ^ std::bit_ceil(i) ^ std::byteswap(i);
  });
  check("mix", [](unsigned i) {
    int a = (int)i - 50;
    unsigned b = 40;
    long c = a + b;
    return (a < (int)b) + 2 * ((unsigned)a < b) + c + (short)(i * 1000) + (unsigned char)(a * 3) + (signed char)(i * 5);
  });
  check("nan", [](unsigned i) {
    float n = i % 2 ? std::numeric_limits<float>::quiet_NaN() : i * 1.0f;
    return (n == n) + 2 * (n < 1) + 4 * !(n >= 1) + 8 * (n != n) + 16 * (std::max(n, 1.0f) == 1.0f) +
           32 * (std::min(1.0f, n) == 1.0f);
  });
  check("denorm", [](unsigned i) {
    float x = 1e-40f * i;
    return x * 0.5f + 1e-42f;
  });
  check("div", [](unsigned i) { return 1.0f / (3.0f + i) - 2.0f / 7.0f; });
  check("cmplxinf", [](unsigned i) {
    std::complex<float> z(INFINITY, i), w(1, i % 2 ? INFINITY : NAN);
    z *= w;
    return (std::isinf(z.real()) ? 1 : 0) + (std::isnan(z.imag()) ? 2 : 0) + (std::isinf(z.imag()) ? 4 : 0);
  });
  check("bitset", [](unsigned i) {
    std::bitset<100> b;
    b.set(i % 100);
    b <<= 3;
    b |= std::bitset<100>(i);
    return (int)b.count() + (b.test(5) ? 100 : 0);
  });
  check("memcpy", [](unsigned i) {
    unsigned char b[37];
    for (int k = 0; k < 37; ++k) b[k] = k * i;
    unsigned char c[41];
    std::memset(c, i, i % 42);
    std::memset(c + i % 41, 1, 41 - i % 41);
    std::memmove(b + 3, b, i % 30);
    std::memcpy(c + 1, b, 13 + i % 20);
    unsigned r = 0;
    for (auto x : c) r = r * 31 + x;
    unsigned u;
    std::memcpy(&u, c + 3, 4);
    return r ^ u;
  });
  check("memcmp", [](unsigned i) {
    char a[9] = "abcdefgh", b[9] = "abcdefgh";
    b[i % 9] = (char)i;
    int r = std::memcmp(a, b, 8);
    return (r > 0) - (r < 0) + (int)std::strlen(a);
  });
  check("charconvsum", [](unsigned i) {
    std::array<double, 8> v;
    std::iota(v.begin(), v.end(), i);
    return std::inner_product(v.begin(), v.end(), v.begin(), 0.5) + *std::max_element(v.begin(), v.end()) +
           std::reduce(v.begin(), v.end());
  });
  check("lower", [](unsigned i) {
    std::array<unsigned, 10> v;
    for (int k = 0; k < 10; ++k) v[k] = k * k;
    return std::lower_bound(v.begin(), v.end(), i) - v.begin();
  });
  check("nth", [](unsigned i) {
    std::array<unsigned, 11> v;
    for (unsigned k = 0; k < 11; ++k) v[k] = (k * 37 + i) % 23;
    std::nth_element(v.begin(), v.begin() + 5, v.end());
    auto m = v[5];
    std::next_permutation(v.begin(), v.end());
    std::rotate(v.begin(), v.begin() + 2, v.end());
    std::make_heap(v.begin(), v.end());
    return m * 1000 + v[0];
  });
  check("span", [](unsigned i) {
    int a[10];
    for (int k = 0; k < 10; ++k) a[k] = k * i;
    std::span s(a);
    auto t = s.subspan(2, 5);
    int r = 0;
    for (int x : t) r += x;
    return r + (int)t.size() + t.back();
  });
  check("bool", [](unsigned i) { return (int)(i % 3 == 1); });
  check("bf16", [](unsigned i) {
    __bf16 h = (__bf16)(i * 0.37f);
    return (float)h * 2;
  });
  check("vec", [](unsigned i) {
    typedef float v4 __attribute__((vector_size(16)));
    typedef int i8 __attribute__((vector_size(32)));
    v4 a = {1, 2, (float)i, 4};
    v4 b = a * a + a;
    i8 c;
    for (int k = 0; k < 8; ++k) c[k] = k * i;
    c = c % 7 + (c > 3);
    auto m = a > b;
    return b[i % 4] + c[i % 8] + m[1];
  });
  check("func", [](unsigned i) {
    auto f = [i, k = i * 3](auto x) mutable {
      k += x;
      return k + i;
    };
    f(2);
    return f(1.5f);
  });
  check("selfref", [](unsigned i) {
    auto f = [](auto self, int n) -> int { return n <= 1 ? 1 : n * self(self, n - 1); };
    return f(f, i % 10);
  });
  check("vol", [](unsigned i) {
    volatile int v = i;
    v = v + 1;
    v = v * 2;
    return (int)v;
  });
  check("builtin", [](unsigned i) {
    int r;
    bool o = __builtin_mul_overflow((int)i, 100000000, &r);
    return r + o + __builtin_clz(i | 1) + __builtin_ffs(i) + __builtin_parity(i) + __builtin_bswap16(i) +
           __builtin_expect(i == 3, 0) + __builtin_abs(-(int)i);
  });
  check("vla", [](unsigned i) {
    int n = i % 7 + 1;
    int a[n];
    for (int k = 0; k < n; ++k) a[k] = k + i;
    int r = 0;
    for (int k = n; k--;) r = r * 3 + a[k];
    return r;
  });
  check("alloca", [](unsigned i) {
    int n = i % 7 + 1;
    int* a = (int*)__builtin_alloca(n * 4);
    for (int k = 0; k < n; ++k) a[k] = k + i;
    int r = 0;
    for (int k = n; k--;) r = r * 3 + a[k];
    return r;
  });
  check("fences", [](unsigned i) {
    std::atomic<unsigned> value{i};
    std::atomic_signal_fence(std::memory_order_seq_cst);
    value.fetch_add(2, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_acq_rel);
    return value.load();
  });
  return finish();
}
