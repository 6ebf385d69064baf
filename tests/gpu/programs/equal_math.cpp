// Mathematical functions: libdevice's on the GPU, the C library's on the CPU executor. The manual says that they are
// within a few units in the last place of the right result, so they are of each other.
#include "side_by_side.h"

namespace [[gpuc::module]] kernels {

template <class T, class F>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void map(F f, gpuc::slice<const T> a, gpuc::slice<const T> b, gpuc::disjoint_slice<T> out) {
  gpuc::launch_requires(a.size() == out.size() && b.size() == out.size());
  auto index = gpuc::thread::index_1d();
  if (auto mine = out.get_if(index)) *mine = f(a[index.get()], b[index.get()]);
}

}  // namespace kernels

template <class T>
class checks {
 public:
  explicit checks(side_by_side::comparison& both) : both_(both) {}

  /// With a in [low, high) and b in [-3, 3).
  template <class F>
  void close(const char* name, T low, T high, F f, std::uint64_t limit = 8) {
    std::string full = std::string(sizeof(T) == 4 ? "float " : "double ") + name;
    auto left = both_.between<T>(count, low, high), right = both_.between<T>(count, T(-3), T(3));
    both_.close(full.c_str(), limit, [&](gpuc::context& on) {
      auto stream = on.default_stream();
      auto a = gpuc::device_buffer<T>::from_host(stream, left);
      auto b = gpuc::device_buffer<T>::from_host(stream, right);
      auto out = gpuc::device_buffer<T>::zeroed(stream, count);
      auto module = kernels::load(on);
      module.map(stream, module.prepare_map(gpuc::covering(count), f, a, b, out), f, a, b, out);
      return out.to_host(stream);
    });
  }

 private:
  static constexpr std::size_t count = 1 << 18;
  side_by_side::comparison& both_;
};

template <class T>
void functions(side_by_side::comparison& both) {
  checks<T> check(both);
  check.close("exp", -80, 80, [](T a, T) { return std::exp(a); });
  check.close("exp2", -100, 100, [](T a, T) { return std::exp2(a); });
  check.close("expm1", -2, 2, [](T a, T) { return std::expm1(a); });
  check.close("log", T(1e-30), T(1e30), [](T a, T) { return std::log(a); });
  check.close("log near 1", T(0.5), T(2), [](T a, T) { return std::log(a); });
  check.close("log2", T(1e-6), T(1e6), [](T a, T) { return std::log2(a); });
  check.close("log10", T(1e-6), T(1e6), [](T a, T) { return std::log10(a); });
  check.close("log1p", T(-0.9), T(10), [](T a, T) { return std::log1p(a); });
  check.close("pow", T(1e-3), T(1e3), [](T a, T b) { return std::pow(a, b); }, 16);
  check.close("sin", -10, 10, [](T a, T) { return std::sin(a); });
  check.close("cos", -10, 10, [](T a, T) { return std::cos(a); });
  check.close("tan", T(-1.5), T(1.5), [](T a, T) { return std::tan(a); });
  check.close("sin of large arguments", T(-1e6), T(1e6), [](T a, T) { return std::sin(a); });
  check.close("asin", -1, 1, [](T a, T) { return std::asin(a); });
  check.close("acos", -1, 1, [](T a, T) { return std::acos(a); });
  check.close("atan", -20, 20, [](T a, T) { return std::atan(a); });
  check.close("atan2", -3, 3, [](T a, T b) { return std::atan2(a, b); });
  check.close("sinh", -10, 10, [](T a, T) { return std::sinh(a); });
  check.close("cosh", -10, 10, [](T a, T) { return std::cosh(a); });
  check.close("tanh", -5, 5, [](T a, T) { return std::tanh(a); });
  check.close("asinh", -100, 100, [](T a, T) { return std::asinh(a); });
  check.close("acosh", 1, 100, [](T a, T) { return std::acosh(a); });
  check.close("atanh", T(-0.99), T(0.99), [](T a, T) { return std::atanh(a); });
  check.close("cbrt", -1000, 1000, [](T a, T) { return std::cbrt(a); });
  check.close("hypot", -100, 100, [](T a, T b) { return std::hypot(a, b); });
  check.close("erf", -3, 3, [](T a, T) { return std::erf(a); });
  check.close("erfc", -2, 5, [](T a, T) { return std::erfc(a); }, 16);
  check.close("tgamma", T(0.5), T(20), [](T a, T) { return std::tgamma(a); }, 32);
  check.close("lgamma", 3, 100, [](T a, T) { return std::lgamma(a); }, 16);
}

int main(int argc, char** argv) try {
  side_by_side::comparison both(argc, argv);
  functions<float>(both), functions<double>(both);
  return both.finish();
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
