// C++ in kernels: each function below runs on the host, on the CPU executor and on the GPU, with the same results.
#include "side_by_side.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <complex>
#include <cstring>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

namespace [[gpuc::module]] kernels {

template <class R, class F>
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {128}})]]
void map(F f, gpuc::slice<const std::uint64_t> in, gpuc::disjoint_slice<R> out) {
  auto index = gpuc::thread::index_1d();
  if (auto mine = out.get_if(index)) *mine = f(in[index.get()]);
}

}  // namespace kernels

namespace {

// --- tables

constexpr std::array<std::uint32_t, 256> crc_table = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t c = i;
    for (int k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
  return table;
}();

std::uint32_t crc(std::uint64_t x) {
  std::uint32_t c = ~0u;
  for (int k = 0; k < 8; ++k, x >>= 8) c = crc_table[(c ^ x) & 0xff] ^ (c >> 8);
  return ~c;
}

constexpr const char* words[] = {"zero", "one", "two", "three", "four", "five", "six", "a longer word"};

std::uint32_t spelled(std::uint64_t x) {
  std::string_view word = words[x % 8];
  std::uint32_t sum = static_cast<std::uint32_t>(word.size());
  for (char c : word) sum = sum * 31 + static_cast<unsigned char>(c);
  return sum + static_cast<std::uint32_t>(word.find('e'));
}

// --- control flow

std::uint64_t ackermann(std::uint64_t m, std::uint64_t n) {
  if (m == 0) return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

std::uint32_t machine(std::uint64_t x) {
  std::uint32_t state = 0, out = 0;
  for (int k = 0; k < 16; ++k, x >>= 4) switch (x & 15) {
      case 0: state += 1; break;
      case 1: state *= 3; [[fallthrough]];
      case 2: out ^= state; break;
      case 3: out = out << 3 | out >> 29; break;
      case 4:
        if (state % 2) goto odd;
        out += 7;
        break;
      case 5:
      odd:
        out -= state;
        break;
      case 9: return out;
      case 12: continue;
      default: state = state * 1664525u + 1013904223u;
    }
  return out ^ state;
}

std::uint32_t by_pointer(std::uint64_t x) {
  using operation = std::uint32_t (*)(std::uint32_t, std::uint32_t);
  constexpr operation operations[] = {
      [](std::uint32_t a, std::uint32_t b) { return a + b; },
      [](std::uint32_t a, std::uint32_t b) { return a * b; },
      [](std::uint32_t a, std::uint32_t b) { return a ^ b; },
      [](std::uint32_t a, std::uint32_t b) { return a - b; },
  };
  std::uint32_t result = static_cast<std::uint32_t>(x);
  for (int k = 0; k < 8; ++k) result = operations[x >> 8 * k & 3](result, static_cast<std::uint32_t>(x >> k));
  return result;
}

struct shape {
  virtual double area() const = 0;
  virtual ~shape() = default;
};
struct square final : shape {
  double side;
  explicit square(double s) : side(s) {}
  double area() const override { return side * side; }
};
struct triangle final : shape {
  double base, height;
  triangle(double b, double h) : base(b), height(h) {}
  double area() const override { return base * height / 2; }
};

double areas(std::uint64_t x) {
  square a(static_cast<double>(x % 1000));
  triangle b(static_cast<double>(x % 77), static_cast<double>(x % 55));
  const shape *first = &a, *second = &b;
  return first->area() + second->area() * 2;
}

// --- the standard library

std::uint32_t sorted(std::uint64_t x) {
  std::array<std::uint8_t, 16> values;
  for (std::size_t k = 0; k < 16; ++k) values[k] = static_cast<std::uint8_t>(x >> (k * 4) % 57);
  std::sort(values.begin(), values.end(), std::greater<>());
  auto middle = std::lower_bound(values.begin(), values.end(), std::uint8_t{100}, std::greater<>());
  std::rotate(values.begin(), middle, values.end());
  return std::accumulate(values.begin(), values.end(), 0u, [](std::uint32_t a, std::uint8_t b) { return a * 33 + b; });
}

std::uint32_t variants(std::uint64_t x) {
  std::variant<int, double, std::array<short, 3>> value = static_cast<int>(x % 1000);
  if (x % 3 == 1) value = static_cast<double>(x % 500) / 4;
  if (x % 3 == 2) value = std::array<short, 3>{1, static_cast<short>(x % 100), 3};
  return std::visit(
      [](const auto& held) {
        using T = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<T, int>) return static_cast<std::uint32_t>(held) * 2;
        else if constexpr (std::is_same_v<T, double>) return static_cast<std::uint32_t>(held * 8) + 1;
        else return static_cast<std::uint32_t>(held[0] + held[1] * held[2]);
      },
      value);
}

std::optional<std::uint32_t> half(std::uint32_t x) {
  if (x % 2) return std::nullopt;
  return x / 2;
}

std::uint32_t optionals(std::uint64_t x) {
  std::optional<std::uint32_t> value = static_cast<std::uint32_t>(x);
  std::uint32_t steps = 0;
  while (value && *value) value = half(*value), ++steps;
  auto [quotient, rest] = std::pair(x / 10, x % 10);
  auto all = std::tuple(steps, static_cast<std::uint32_t>(quotient), static_cast<short>(rest));
  return std::apply([](auto... each) { return (static_cast<std::uint32_t>(each) + ...); }, all);
}

std::uint32_t bits(std::uint64_t x) {
  std::bitset<100> set(x);
  set <<= 17;
  set.flip(3);
  struct packed {
    std::uint32_t a : 3, b : 11, c : 1;
    std::int32_t d : 7;
  } fields{};
  fields.a = x & 7, fields.b = x >> 3 & 0x7ff, fields.c = x >> 20 & 1, fields.d = static_cast<int>(x >> 25 & 63) - 32;
  fields.b += 5, fields.d *= -1;
  return static_cast<std::uint32_t>(set.count()) + fields.a * 3 + fields.b * 5 + fields.c * 7 + static_cast<std::uint32_t>(fields.d);
}

std::uint64_t bytes(std::uint64_t x) {
  unsigned char from[24], to[24];
  std::memset(from, static_cast<int>(x & 0xff), sizeof from);
  std::memcpy(from + x % 16, &x, 8);
  std::memmove(from + 2, from, 20);
  std::memcpy(to, from, sizeof to);
  std::reverse(to, to + 5 + x % 19);
  std::uint64_t hash = 14695981039346656037u;
  for (unsigned char byte : std::span(to)) hash = (hash ^ byte) * 1099511628211u;
  return hash + static_cast<std::uint64_t>(std::memcmp(from, to, 3) == 0);
}

double complexes(std::uint64_t x) {
  std::complex<double> c(static_cast<double>(x % 200) / 100 - 1, static_cast<double>(x / 200 % 200) / 100 - 1), z;
  int steps = 0;
  while (std::norm(z) < 4 && steps < 50) z = z + c + c * 0.5, ++steps;
  std::complex<double> product = c * (z + 0.25);  // not a quotient, which the manual excepts
  return z.real() + product.real() * 2 - product.imag() + steps;
}

struct counted {
  int* counter;
  explicit counted(int* c) : counter(c) { ++*counter; }
  counted(const counted& other) : counter(other.counter) { *counter += 10; }
  ~counted() { *counter += 100; }
};

int lifetimes(std::uint64_t x) {
  int counter = 0;
  {
    counted a(&counter);
    if (x % 2) {
      counted b = a;
      if (x % 5 == 0) return counter;
    }
    for (std::uint64_t k = 0; k < x % 4; ++k) counted each(&counter);
  }
  return counter;
}

template <class F>
void same(side_by_side::comparison& both, const char* name, F f) {
  using R = decltype(f(std::uint64_t{}));
  std::vector<std::uint64_t> host = both.any<std::uint64_t>(20011);
  std::vector<R> expected(host.size());
  for (std::size_t i = 0; i < host.size(); ++i) expected[i] = f(host[i]);
  both.same_as(name, expected, [&](gpuc::context& on) {
    auto stream = on.default_stream();
    auto in = gpuc::device_buffer<std::uint64_t>::from_host(stream, host);
    auto out = gpuc::device_buffer<R>::zeroed(stream, host.size());
    auto module = kernels::load(on);
    module.map(stream, module.prepare_map(gpuc::covering(out), f, in, out), f, in, out);
    return out.to_host(stream);
  });
}

}  // namespace

int main(int argc, char** argv) try {
  side_by_side::comparison both(argc, argv);
  same(both, "a constant table", [](std::uint64_t x) { return crc(x); });
  same(both, "a table of strings", [](std::uint64_t x) { return spelled(x); });
  same(both, "recursion", [](std::uint64_t x) { return ackermann(x % 3, x / 3 % 12); });
  same(both, "switch and goto", [](std::uint64_t x) { return machine(x); });
  same(both, "function pointers", [](std::uint64_t x) { return by_pointer(x); });
  same(both, "virtual functions", [](std::uint64_t x) { return areas(x); });
  same(both, "std::sort and its like", [](std::uint64_t x) { return sorted(x); });
  same(both, "std::variant", [](std::uint64_t x) { return variants(x); });
  same(both, "std::optional, pair, tuple", [](std::uint64_t x) { return optionals(x); });
  same(both, "std::bitset, bit-fields", [](std::uint64_t x) { return bits(x); });
  same(both, "memcpy and its like", [](std::uint64_t x) { return bytes(x); });
  same(both, "std::complex", [](std::uint64_t x) { return complexes(x); });
  same(both, "constructors and destructors", [](std::uint64_t x) { return lifetimes(x); });
  return both.finish();
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
