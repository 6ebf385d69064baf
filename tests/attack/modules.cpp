// prints: 645321 3
// Modules and kernels of one name in several namespaces, a module named like its kernel, private and local types.
#include <gpuc/gpuc.hpp>

#include <cstdio>
#include <tuple>
#define K1 [[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {32}})]]
namespace [[gpuc::module]] k {
K1 void k(gpuc::disjoint_slice<int> out) {
  if (auto s = out.get_if(gpuc::thread::index_1d())) *s = 1;
}
inline void helper(int) {}
inline void helper(double) {}
template <class T>
void fn(T) {}
K1 void fn2(gpuc::disjoint_slice<int> out);
inline int fn3(int x) { return x; }
class Priv {
  struct In {
    int q = 4;
  };

 public:
  static In make() { return {}; }
};
template <class T>
K1 void tk(gpuc::disjoint_slice<int> out, T t) {
  if (auto s = out.get_if(gpuc::thread::index_1d())) *s = t.q;
}
}  // namespace k
void k::fn2(gpuc::disjoint_slice<int> out) {
  if (auto s = out.get_if(gpuc::thread::index_1d())) *s = fn3(2);
}
namespace [[gpuc::module]] k2 {
K1 void k(gpuc::disjoint_slice<int> out) {
  if (auto s = out.get_if(gpuc::thread::index_1d())) *s = 3;
}
}  // namespace k2
namespace x::k {
namespace [[gpuc::module]] k {
K1 void k(gpuc::disjoint_slice<int> out) {
  if (auto s = out.get_if(gpuc::thread::index_1d())) *s = 5;
}
}  // namespace k
}  // namespace x::k
struct S {
  template <class F>
  static void go(F f) {
    f();
  }
};
template <class C>
int viaTemplate(C& c) {
  auto st = c.default_stream();
  auto o = gpuc::device_buffer<int>::zeroed(st, 3);
  auto m = k2::load(c);
  m.k(st, m.prepare_k(gpuc::covering(3)), o);
  return o.to_host(st)[2];
}
int main() {
  gpuc::context c;
  auto st = c.default_stream();
  auto o = gpuc::device_buffer<int>::zeroed(st, 3);
  int r = 0;
  {
    auto m = k::load(c);
    m.k(st, m.prepare_k(gpuc::covering(3)), o);
    r += o.to_host(st)[2];
    m.fn2(st, m.prepare_fn2(gpuc::covering(3)), o);
    r += 10 * o.to_host(st)[2];
    auto p = k::Priv::make();
    m.tk(st, m.prepare_tk(gpuc::covering(3), o, p), o, p);
    r += 10000 * o.to_host(st)[2];
  }
  {
    using namespace k2;
    auto m = load(c);
    m.k(st, m.prepare_k(gpuc::covering(3)), o);
    r += 100 * o.to_host(st)[2];
  }
  {
    auto m = x::k::k::load(c);
    m.k(st, m.prepare_k(gpuc::covering(3)), o);
    r += 1000 * o.to_host(st)[2];
  }
  S::go([&] {
    auto m = k2::load(c);
    struct L {
      int q = 6;
    };
    k::module_type m2 = k::load(c);
    m2.tk(st, m2.prepare_tk(gpuc::covering(3), o, L{}), o, L{});
    r += 100000 * o.to_host(st)[2];
    (void)m;
  });
  std::printf("%d %d\n", r, viaTemplate(c));
}
