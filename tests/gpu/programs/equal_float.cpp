// Floating-point arithmetic that the manual calls equal on both executors: +, -, *, /, sqrt, fma, contraction,
// rounding, comparison and conversion, on random bits (subnormal numbers, infinities and NaNs included).
#include "side_by_side.h"

namespace [[gpuc::module]] kernels {

template <class T, class R, class F>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void map(F f, gpuc::slice<const T> a, gpuc::slice<const T> b, gpuc::slice<const T> c, gpuc::disjoint_slice<R> out) {
  gpuc::launch_requires(a.size() == out.size() && b.size() == out.size() && c.size() == out.size());
  auto index = gpuc::thread::index_1d();
  auto i = index.get();
  if (auto mine = out.get_if(index)) *mine = f(a[i], b[i], c[i]);
}

}  // namespace kernels

template <class T>
class checks {
 public:
  explicit checks(side_by_side::comparison& both)
      : both_(both), a_(both.any<T>(count)), b_(both.any<T>(count)), c_(both.any<T>(count)) {
    // Results near 1 as well: there, contraction and rounding show.
    auto near = both.between<T>(3 * count / 2, T(0.5), T(2));
    for (std::size_t i = 0; i < count / 2; ++i)
      a_[i] = near[3 * i], b_[i] = near[3 * i + 1], c_[i] = i % 2 ? near[3 * i + 2] : -a_[i] * b_[i];
  }

  /// Also on the host, whose compiler rounds every operation.
  template <class F>
  void same(const char* name, F f) {
    std::vector<decltype(f(T(), T(), T()))> expected(count);
    for (std::size_t i = 0; i < count; ++i) expected[i] = f(a_[i], b_[i], c_[i]);
    both_.same_as(full(name).c_str(), expected, work(f));
  }

  /// Where a multiplication and an addition in one expression may become one operation.
  template <class F>
  void contracted(const char* name, F f) {
    both_.same(full(name).c_str(), work(f));
  }

 private:
  static std::string full(const char* name) { return std::string(sizeof(T) == 4 ? "float " : "double ") + name; }

  template <class F>
  auto work(F f) {
    return [this, f](gpuc::context& on) {
      auto stream = on.default_stream();
      auto a = gpuc::device_buffer<T>::from_host(stream, a_);
      auto b = gpuc::device_buffer<T>::from_host(stream, b_);
      auto c = gpuc::device_buffer<T>::from_host(stream, c_);
      auto out = gpuc::device_buffer<decltype(f(T(), T(), T()))>::zeroed(stream, count);
      auto module = kernels::load(on);
      module.map(stream, module.prepare_map(gpuc::covering(count), f, a, b, c, out), f, a, b, c, out);
      return out.to_host(stream);
    };
  }

  static constexpr std::size_t count = 1 << 20;
  side_by_side::comparison& both_;
  std::vector<T> a_, b_, c_;
};

template <class T>
void arithmetic(side_by_side::comparison& both) {
  checks<T> check(both);
  check.same("a + b", [](T a, T b, T) { return a + b; });
  check.same("a - b", [](T a, T b, T) { return a - b; });
  check.same("a * b", [](T a, T b, T) { return a * b; });
  check.same("a / b", [](T a, T b, T) { return a / b; });
  check.same("1 / a", [](T a, T, T) { return T(1) / a; });
  check.same("a / 3", [](T a, T, T) { return a / T(3); });
  check.same("-a", [](T a, T, T) { return -a; });
  check.same("sqrt(a)", [](T a, T, T) { return std::sqrt(a); });
  check.same("1 / sqrt(a)", [](T a, T, T) { return T(1) / std::sqrt(a); });
  check.same("fma(a, b, c)", [](T a, T b, T c) { return std::fma(a, b, c); });
  check.contracted("a * b + c", [](T a, T b, T c) { return a * b + c; });
  check.contracted("c - a * b", [](T a, T b, T c) { return c - a * b; });
  check.contracted("a * b - c * a", [](T a, T b, T c) { return a * b - c * a; });
  check.same("p = a * b; p + c", [](T a, T b, T c) {
    T p = a * b;
    return p + c;
  });
  check.same("p = a * b; q = b * c; p - q", [](T a, T b, T c) {
    T p = a * b, q = b * c;
    T d = p - q;
    return d;
  });
  check.contracted("dot product of 8", [](T a, T b, T c) {
    T sum = 0;
    for (int i = 0; i < 8; ++i) sum += (a + T(i)) * (b - c);
    return sum;
  });
  check.contracted("polynomial", [](T a, T, T) { return ((T(0.1) * a + T(0.2)) * a + T(0.3)) * a + T(0.4); });
  check.contracted("2-norm", [](T a, T b, T c) { return std::sqrt(a * a + b * b + c * c); });
}

template <class T>
void rounding(side_by_side::comparison& both) {
  checks<T> check(both);
  check.same("floor", [](T a, T, T) { return std::floor(a); });
  check.same("ceil", [](T a, T, T) { return std::ceil(a); });
  check.same("trunc", [](T a, T, T) { return std::trunc(a); });
  check.same("round", [](T a, T, T) { return std::round(a); });
  check.same("rint", [](T a, T, T) { return std::rint(a); });
  check.same("nearbyint", [](T a, T, T) { return std::nearbyint(a); });
  check.same("fabs", [](T a, T, T) { return std::fabs(a); });
  check.same("copysign", [](T a, T b, T) { return std::copysign(a, b); });
  check.same("fmin, zeros aside", [](T a, T b, T) { return std::fmin(a, b) + T(0); });
  check.same("fmax, zeros aside", [](T a, T b, T) { return std::fmax(a, b) + T(0); });
  check.same("min", [](T a, T b, T) { return std::min(a, b); });
  check.same("max", [](T a, T b, T) { return std::max(a, b); });
  check.same("fmod", [](T a, T b, T) { return std::fmod(a, b); });
  check.same("ldexp", [](T a, T, T) { return std::ldexp(a, 3); });
  check.same("fdim", [](T a, T b, T) { return std::fdim(a, b); });
}

template <class T>
void comparing(side_by_side::comparison& both) {
  checks<T> check(both);
  check.same("comparisons", [](T a, T b, T) {
    return (a < b) | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3 | (a == b) << 4 | (a != b) << 5;
  });
  check.same("classes", [](T a, T, T) {
    return int(std::isnan(a)) | int(std::isinf(a)) << 1 | int(std::isfinite(a)) << 2 | int(std::signbit(a)) << 3 |
           int(std::isnormal(a)) << 4;
  });
}

template <class T>
void converting(side_by_side::comparison& both) {
  checks<T> check(both);
  // Out of the integer's range a conversion is undefined.
  auto fits = [](T a, T limit) { return a > -limit && a < limit ? a : T(0); };
  check.same("to int", [=](T a, T, T) { return static_cast<int>(fits(a, T(2147483000))); });
  check.same("to unsigned", [=](T a, T, T) { return static_cast<unsigned>(std::fabs(fits(a, T(4294967000)))); });
  check.same("to int64", [=](T a, T, T) { return static_cast<std::int64_t>(fits(a, T(9.2e18))); });
  check.same("to uint64", [=](T a, T, T) { return static_cast<std::uint64_t>(std::fabs(fits(a, T(1.8e19)))); });
  check.same("to int16", [=](T a, T, T) { return static_cast<std::int16_t>(fits(a, T(32767))); });
  check.same("to uint8", [=](T a, T, T) { return static_cast<std::uint8_t>(std::fabs(fits(a, T(255)))); });
  check.same("to float", [](T a, T, T) { return static_cast<float>(a); });
  check.same("to double", [](T a, T, T) { return static_cast<double>(a); });
  check.same("lround", [=](T a, T, T) { return std::lround(fits(a, T(9.2e18))); });
}

int main(int argc, char** argv) try {
  side_by_side::comparison both(argc, argv);
  arithmetic<float>(both), arithmetic<double>(both);
  rounding<float>(both), rounding<double>(both);
  comparing<float>(both), comparing<double>(both);
  converting<float>(both), converting<double>(both);
  return both.finish();
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
