// prints: 0 bad
// Names of the user's that what gpuc generates uses as well, and every kind of kernel template.
#include <gpuc/gpuc.hpp>

#include <cstdio>
struct gpuc_ {};
int abi;
struct kernel {};
int stream;
int covering;
namespace detail {
int x;
}  // namespace detail
template <class T>
concept Num = requires(T t) { t + t; };
namespace [[gpuc::module]] k {
#define C [[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1})]]
#define BODY(v)                        \
  auto idx = gpuc::thread::index_1d(); \
  if (auto s = out.get_if(idx)) *s = (v);
C void n1(gpuc::disjoint_slice<int> out, int config, int context_, int n1, int module_type, int load) {
  BODY(config + context_ + n1 + module_type + load)
}
template <class A_, class K_>
C void n2(gpuc::disjoint_slice<int> out, A_ arguments_, K_ config) {
  BODY(arguments_ + config)
}
template <int config>
C void n3(gpuc::disjoint_slice<int> out) {
  BODY(config)
}
template <class T, int N = 7>
C void n4(gpuc::disjoint_slice<T> out) {
  BODY(N)
}
template <class T, class U = T, auto V = sizeof(T)>
  requires(sizeof(T) == 4)
C void n5(gpuc::disjoint_slice<T> out, U u) {
  BODY(u + (int)V)
}
template <Num T>
C void n6(gpuc::disjoint_slice<T> out)
  requires(sizeof(T) < 16)
{
  BODY(6)
}
template <std::integral T>
C void n7(gpuc::disjoint_slice<T> out, T x) {
  BODY(x)
}
template <template <class> class V, class T>
C void n8(V<T> out) {
  BODY(8)
}
template <class F>
C void n9(gpuc::disjoint_slice<int> out, F f) {
  auto idx = gpuc::thread::index_1d();
  if (auto s = out.get_if(idx)) *s = f(idx.get());
}
C void context(gpuc::disjoint_slice<int> out, int stream){BODY(stream)} C
    void stream(gpuc::disjoint_slice<int> out, int stream){BODY(stream)} C
    void prepared(gpuc::disjoint_slice<int> out, int gpuc){BODY(gpuc)} C
    void prepare(gpuc::disjoint_slice<int> out, int std){BODY(std)} C
    void kernel(gpuc::disjoint_slice<int> out, int kernel){BODY(kernel)} C
    void entry(gpuc::disjoint_slice<int> out, int descriptor){BODY(descriptor)} C
    void run(gpuc::disjoint_slice<int> out, int run){BODY(run)} C
    void main(gpuc::disjoint_slice<int> out, int main){BODY(main)} C
    void context_(gpuc::disjoint_slice<int> out, int x){BODY(x)} C
    void convert_(gpuc::disjoint_slice<int> out, int x){BODY(x)} C
    void x_unchecked(gpuc::disjoint_slice<int> out, int x){BODY(x)} C void x(gpuc::disjoint_slice<int> out, int x) {
  BODY(x)
}
inline int load(int q) { return q; }
template <class A, class B>
struct Pair {
  A a;
  B b;
};
template <class A, class B>
C void n10(gpuc::disjoint_slice<int> out, Pair<A, B> p) {
  BODY(p.a + p.b)
}
template <class A, std::size_t N>
C void n11(gpuc::disjoint_slice<int> out, std::array<A, N> p) {
  BODY(p[N - 1])
}
template <auto F>
C void n12(gpuc::disjoint_slice<int> out) {
  BODY(F(3))
}
inline int helper(int q) { return q + 1; }
enum class Mode { a, b };
template <Mode M = Mode::b>
C void n13(gpuc::disjoint_slice<int> out) {
  BODY((int)M)
}
template <class T>
C void n14(gpuc::slice<const T> in, gpuc::disjoint_slice<T> out, std::type_identity_t<T> x) {
  BODY(in[0] + x)
}
template <bool B>
C void n15(gpuc::disjoint_slice<int> out) {
  if constexpr (B) {
    BODY(1)
  } else {
    BODY(2)
  }
}
template <class T>
C void n16(gpuc::disjoint_slice<int> out, T) {
  BODY(sizeof(T))
}
template <class... Ts>
C void n17(gpuc::disjoint_slice<int> out, std::tuple<int, Ts*...>*) {
  BODY(sizeof...(Ts))
}
}  // namespace k
int bad = 0;
int main() try {
  gpuc::context ctx = gpuc::context::cpu();
  auto st = ctx.default_stream();
  auto m = k::load(ctx);
  auto out = gpuc::device_buffer<int>::zeroed(st, 10);
  auto cov = gpuc::covering(10, 32);
  auto is = [&](const char* n, int want) {
    int g = out.to_host(st)[7];
    if (g != want) std::printf("FAILED %s got %d\n", n, g), ++bad;
  };
#define L(n, want, ...)                                        \
  m.n(st, m.prepare_##n(cov), out __VA_OPT__(, ) __VA_ARGS__); \
  is(#n, want)
#define LT(n, want, ...)                                                                       \
  m.n(st, m.prepare_##n(cov, out __VA_OPT__(, ) __VA_ARGS__), out __VA_OPT__(, ) __VA_ARGS__); \
  is(#n, want)
  L(n1, 15, 1, 2, 3, 4, 5);
  LT(n2, 5, 2, 3);
  m.n3(st, m.prepare_n3<9>(cov), out);
  is("n3", 9);
  LT(n4, 7);
  m.n4(st, m.prepare_n4<int, 3>(cov), out);
  is("n4b", 3);
  LT(n5, 9, 5);
  LT(n6, 6);
  LT(n7, 5, 5);
  m.n8(st, m.prepare_n8<gpuc::disjoint_slice, int>(cov), out);
  is("n8", 8);
  int cap = 5;
  auto f = [cap](auto q) { return (int)q + cap; };
  LT(n9, 12, f);

  L(context, 3, 3);

  L(stream, 4, 4);

  L(prepared, 5, 5);

  L(prepare, 6, 6);

  L(kernel, 7, 7);

  L(entry, 8, 8);
  L(run, 9, 9);
  L(main, 10, 10);
  L(context_, 11, 11);
  L(convert_, 12, 12);
  L(x, 13, 13);

  L(x_unchecked, 14, 14);
  auto pp = k::Pair<int, short>{1, 2};
  LT(n10, 3, pp);
  auto ar = std::array{1, 2, 3};
  LT(n11, 3, ar);

  m.n12(st, m.prepare_n12<k::helper>(cov), out);
  is("n12", 4);
  m.n12(st, m.prepare_n12<[](int q) { return q * q; }>(cov), out);
  is("n12b", 9);
  m.n13(st, m.prepare_n13<>(cov), out);
  is("n13", 1);
  LT(n13, 1);

  auto in = gpuc::device_buffer<int>::from_host(st, std::vector<int>{5});
  m.n14(st, m.prepare_n14(cov, in, out, 2.5), in, out, 2);
  is("n14", 7);
  m.n15(st, m.prepare_n15<true>(cov), out);
  is("n15", 1);
  m.n15(st, m.prepare_n15<false>(cov), out);
  is("n15", 2);
  LT(n16, 8, 2.5);

  std::printf("%d bad\n", bad);
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
