// Kernels whose launch was checked for all that their indices need, and one whose was not: see run.py.
#include <gpuc/gpuc.hpp>

#include <cstddef>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]] void
    vecadd(gpuc::slice<const float> a, gpuc::slice<const float> b, gpuc::disjoint_slice<float> c) {
  gpuc::launch_requires(a.size() >= c.size() && b.size() >= c.size());
  auto index = gpuc::thread::index_1d();
  if (auto out = c.get_if(index)) *out = a[index.get()] + b[index.get()];
}

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 2, .block = {16, 16}})]] void
    sgemm(gpuc::matrix<const float> a, gpuc::matrix<const float> b, gpuc::disjoint_matrix<float> c) {
  gpuc::launch_requires(a.rows() >= c.rows() && b.cols() >= c.cols() && b.rows() >= a.cols());
  auto index = gpuc::thread::index_2d();
  if (auto out = c.get_if(index)) {
    float sum = 0;
    for (std::size_t k = 0; k < a.cols(); ++k) sum += a(index.row(), k) * b(k, index.column());
    *out = sum;
  }
}

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]] void
    stencil(gpuc::slice<const float> in, gpuc::disjoint_slice<float> out) {
  gpuc::launch_requires(in.size() >= out.size());
  auto index = gpuc::thread::index_1d();
  if (auto slot = out.get_if(index)) {
    std::size_t i = index.get(), last = out.size() - 1;
    float left = i > 0 ? in[i - 1] : in[i], right = i < last ? in[i + 1] : in[i];
    *slot = 0.25f * left + 0.5f * in[i] + 0.25f * right;
  }
}

// Rows above and below: what proves them leaves one branch, and their addresses need no product of their own.
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 2, .block = {32, 8}})]] void
    around(gpuc::matrix<const float> in, gpuc::disjoint_matrix<float> out) {
  gpuc::launch_requires(in.rows() == out.rows() && in.cols() == out.cols());
  auto index = gpuc::thread::index_2d();
  auto r = index.row(), c = index.column();
  if (auto slot = out.get_if(index)) {
    if (r > 0 && r + 1 < in.rows() && c > 0 && c + 1 < in.cols())
      *slot = 0.5f * in(r, c) + 0.125f * (in(r - 1, c) + in(r + 1, c) + in(r, c - 1) + in(r, c + 1));
    else
      *slot = in(r, c);
  }
}

// The exact block is a number in the code, and no register is read for it.
template <unsigned Width>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {Width}, .dynamic_shared = Width * 4})]] void
    width(gpuc::disjoint_slice<unsigned> out) {
  if (auto slot = out.get_if(gpuc::thread::index_1d()))
    *slot = gpuc::block::dim_x() * 1000 + static_cast<unsigned>(gpuc::dynamic_shared<float>().size());
}

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]] void
    checked(gpuc::slice<const float> a, gpuc::disjoint_slice<float> c) {
  auto index = gpuc::thread::index_1d();
  if (auto out = c.get_if(index)) *out = a[index.get()];
}

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]] void
    divided(gpuc::slice<const int> a, int by, gpuc::disjoint_slice<int> c) {
  gpuc::launch_requires(a.size() >= c.size());
  auto index = gpuc::thread::index_1d();
  if (auto out = c.get_if(index)) *out = a[index.get()] / by;
}

// Nothing here can be 0: no check is left although both divide.
[[kernel]] [[gpuc::no_kernel_checks]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]] void
    proved(gpuc::slice<const unsigned> a, unsigned by, gpuc::disjoint_slice<unsigned> c) {
  gpuc::launch_requires(a.size() >= c.size() && by > 0 && a.size() % by == 0);
  auto index = gpuc::thread::index_1d();
  if (auto out = c.get_if(index)) *out = a[index.get()] / by % gpuc::block::dim_x();
}

// A pointer may reach what the views show, so nothing is said of them.
[[kernel]] void unchecked(gpuc::slice<const float> a, float* c) { c[gpuc::thread::x()] = a[gpuc::thread::x()]; }

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]] void
    counted(gpuc::slice<const unsigned> a, gpuc::atomic_slice<unsigned> c) {
  if (gpuc::thread::x() < a.size()) c[a[gpuc::thread::x()]].fetch_add(1);
}

}  // namespace kernels

int main() {
  gpuc::context ctx = gpuc::context::cpu();
  kernels::load(ctx).prepare_width<128>(gpuc::covering(1).with_dynamic_shared(512));
}
