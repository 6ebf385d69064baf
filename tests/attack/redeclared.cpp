// prints: 8
// Kernels that are declared before they are defined, inside and outside of their module.
#include <gpuc/gpuc.hpp>

#include <cstdio>
#define K1 [[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {32}})]]
namespace [[gpuc::module]] k {
[[kernel]] void a(gpuc::disjoint_slice<int> out);
K1 void b(gpuc::disjoint_slice<int> out);
K1 void d(gpuc::disjoint_slice<int> out);
template <class T>
[[kernel]] void t(gpuc::disjoint_slice<T> out);
template <class T>
K1 void t(gpuc::disjoint_slice<T> out) {
  if (auto s = out.get_if(gpuc::thread::index_1d())) *s = 1;
}
K1 void a(gpuc::disjoint_slice<int> out) {
  if (auto s = out.get_if(gpuc::thread::index_1d())) *s = 1;
}
void b(gpuc::disjoint_slice<int> out) {
  if (auto s = out.get_if(gpuc::thread::index_1d())) *s = 2;
}
}  // namespace k
[[kernel]] void k::d(gpuc::disjoint_slice<int> out) {
  if (auto s = out.get_if(gpuc::thread::index_1d())) *s = 4;
}
int main() {
  gpuc::context c;
  auto s = c.default_stream();
  auto m = k::load(c);
  auto o = gpuc::device_buffer<int>::zeroed(s, 3);
  int r = 0;
  m.a(s, m.prepare_a(gpuc::covering(3)), o);
  r += o.to_host(s)[2];
  m.b(s, m.prepare_b(gpuc::covering(3)), o);
  r += o.to_host(s)[2];
  m.d(s, m.prepare_d(gpuc::covering(3)), o);
  r += o.to_host(s)[2];
  m.t(s, m.prepare_t(gpuc::covering(3), o), o);
  r += o.to_host(s)[2];
  std::printf("%d\n", r);
}
