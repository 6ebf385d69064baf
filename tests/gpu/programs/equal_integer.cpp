// Integer arithmetic of every width, signed and unsigned, on random bits.
#include "side_by_side.h"

namespace [[gpuc::module]] kernels {

template <class T, class R, class F>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {128}})]]
void map(F f, gpuc::slice<const T> a, gpuc::slice<const T> b, gpuc::disjoint_slice<R> out) {
  gpuc::launch_requires(a.size() == out.size() && b.size() == out.size());
  auto index = gpuc::thread::index_1d();
  if (auto mine = out.get_if(index)) *mine = f(a[index.get()], b[index.get()]);
}

}  // namespace kernels

template <class T>
class checks {
 public:
  explicit checks(side_by_side::comparison& both, const char* type)
      : both_(both), type_(type), a_(both.any<T>(count)), b_(both.any<T>(count)) {}

  template <class F>
  void same(const char* name, F f) {
    using R = decltype(f(T(), T()));
    std::vector<R> expected(count);
    for (std::size_t i = 0; i < count; ++i) expected[i] = f(a_[i], b_[i]);
    both_.same_as((type_ + " " + name).c_str(), expected, [&](gpuc::context& on) {
      auto stream = on.default_stream();
      auto a = gpuc::device_buffer<T>::from_host(stream, a_);
      auto b = gpuc::device_buffer<T>::from_host(stream, b_);
      auto out = gpuc::device_buffer<R>::zeroed(stream, count);
      auto module = kernels::load(on);
      module.map(stream, module.prepare_map(gpuc::covering(count), f, a, b, out), f, a, b, out);
      return out.to_host(stream);
    });
  }

 private:
  static constexpr std::size_t count = 100003;
  side_by_side::comparison& both_;
  std::string type_;
  std::vector<T> a_, b_;
};

template <class T>
void integers(side_by_side::comparison& both, const char* type) {
  using U = std::make_unsigned_t<T>;
  constexpr int width = sizeof(T) * 8;
  checks<T> check(both, type);
  check.same("+", [](T a, T b) { return static_cast<T>(U(a) + U(b)); });
  check.same("*", [](T a, T b) { return static_cast<T>(std::uint64_t(a) * std::uint64_t(b)); });
  // A division by zero is undefined, and so is the one whose result does not fit.
  auto divisor = [](T a, T b) {
    return b == 0 || (std::is_signed_v<T> && a == std::numeric_limits<T>::min() && b == T(-1)) ? T(7) : b;
  };
  check.same("/", [=](T a, T b) { return static_cast<T>(a / divisor(a, b)); });
  check.same("%", [=](T a, T b) { return static_cast<T>(a % divisor(a, b)); });
  check.same("/ 10", [](T a, T) { return static_cast<T>(a / 10); });
  check.same("% 7", [](T a, T) { return static_cast<T>(a % 7); });
  check.same("<<", [](T a, T b) { return static_cast<T>(U(a) << (U(b) % width)); });
  check.same(">>", [](T a, T b) { return static_cast<T>(a >> (U(b) % width)); });
  check.same("& | ^ ~", [](T a, T b) { return static_cast<T>((a & b) ^ (~a | b)); });
  check.same("compared", [](T a, T b) { return (a < b) | (a == b) << 1 | (a > b) << 2; });
  check.same("popcount", [](T a, T) { return std::popcount(U(a)); });
  check.same("countl_zero", [](T a, T) { return std::countl_zero(U(a)); });
  check.same("countr_zero", [](T a, T) { return std::countr_zero(U(a)); });
  check.same("rotl", [](T a, T b) { return static_cast<T>(std::rotl(U(a), int(U(b) % width))); });
  check.same("to float", [](T a, T) { return static_cast<float>(a); });
  check.same("to double", [](T a, T) { return static_cast<double>(a); });
  check.same("widened", [](T a, T) { return static_cast<std::int64_t>(a); });
  check.same("add overflows", [](T a, T b) {
    T sum;
    bool wrapped = __builtin_add_overflow(a, b, &sum);
    return static_cast<std::uint64_t>(U(sum)) ^ static_cast<std::uint64_t>(wrapped);
  });
  check.same("multiply overflows", [](T a, T b) {
    T product;
    bool wrapped = __builtin_mul_overflow(a, b, &product);
    return static_cast<std::uint64_t>(U(product)) ^ static_cast<std::uint64_t>(wrapped);
  });
}

void wide(side_by_side::comparison& both) {
  checks<std::uint64_t> check(both, "uint128");
  using U = unsigned __int128;
  check.same("high product", [](std::uint64_t a, std::uint64_t b) { return std::uint64_t((U(a) * b) >> 64); });
  check.same("/", [](std::uint64_t a, std::uint64_t b) { return std::uint64_t((U(a) << 40 | b) / (b | 1)); });
  check.same("%", [](std::uint64_t a, std::uint64_t b) { return std::uint64_t((U(a) << 64 | ~a) % (b | 1)); });
  checks<std::int64_t> check_signed(both, "int128");
  check_signed.same("high product",
                    [](std::int64_t a, std::int64_t b) { return std::int64_t((__int128(a) * b) >> 64); });
}

int main(int argc, char** argv) try {
  side_by_side::comparison both(argc, argv);
  integers<std::int8_t>(both, "int8"), integers<std::uint8_t>(both, "uint8");
  integers<std::int16_t>(both, "int16"), integers<std::uint16_t>(both, "uint16");
  integers<std::int32_t>(both, "int32"), integers<std::uint32_t>(both, "uint32");
  integers<std::int64_t>(both, "int64"), integers<std::uint64_t>(both, "uint64");
  wide(both);
  return both.finish();
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
