// What the programs of this folder share: the same work on the CPU executor and on the device that GPUC_DEVICE names,
// in one process, and a comparison of what comes back. docs/launching.md says what has to be equal.
#pragma once

#include <gpuc/gpuc.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace side_by_side {

template <class T>
using bits_of =
    std::conditional_t<sizeof(T) == 1, std::uint8_t,
                       std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                          std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

/// Bit for bit, but any NaN is as good as another.
template <class T>
bool equal(T a, T b) {
  if constexpr (std::is_floating_point_v<T>)
    if (std::isnan(a) && std::isnan(b)) return true;
  return std::bit_cast<bits_of<T>>(a) == std::bit_cast<bits_of<T>>(b);
}

/// How many floating-point numbers lie between `a` and `b`; any NaN is as good as another, and so is any zero.
template <class T>
std::uint64_t distance(T a, T b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b) ? 0 : ~std::uint64_t{0};
  auto place = [](T x) {
    auto bits = std::bit_cast<std::make_signed_t<bits_of<T>>>(x);
    return static_cast<std::int64_t>(bits < 0 ? std::numeric_limits<decltype(bits)>::min() - bits : bits);
  };
  std::int64_t p = place(a), q = place(b);
  return p < q ? static_cast<std::uint64_t>(q) - static_cast<std::uint64_t>(p)
               : static_cast<std::uint64_t>(p) - static_cast<std::uint64_t>(q);
}

template <class T>
std::string shown(T value) {
  char text[64];
  if constexpr (std::is_floating_point_v<T>)
    std::snprintf(text, sizeof text, "%a", static_cast<double>(value));
  else
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(static_cast<bits_of<T>>(value)));
  return text;
}

class comparison {
 public:
  gpuc::context cpu = gpuc::context::cpu();
  gpuc::context device;
  std::mt19937_64 random;

  /// The seed is new in every run, and printed; `argv[1]` repeats one.
  comparison(int argc, char** argv) {
    std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : std::random_device()();
    random.seed(seed);
    std::printf("CPU executor beside %s, seed %llu\n", device.name().c_str(), static_cast<unsigned long long>(seed));
  }

  /// `work(context)` returns a std::vector; both must be equal.
  template <class Work>
  void same(const char* name, Work work) {
    compare(name, 0, work, [](auto a, auto b) { return equal(a, b) ? std::uint64_t{0} : ~std::uint64_t{0}; });
  }

  /// Likewise, and both equal to `expected`.
  template <class T, class Work>
  void same_as(const char* name, const std::vector<T>& expected, Work work) {
    same(name, work);
    auto host = [&](gpuc::context& on) { return &on == &cpu ? expected : work(on); };
    compare((std::string(name) + ", as on the host").c_str(), 0, host,
            [](auto a, auto b) { return equal(a, b) ? std::uint64_t{0} : ~std::uint64_t{0}; });
  }

  /// `work(context)` gives floating-point numbers that may differ by `limit` units in the last place.
  template <class Work>
  void close(const char* name, std::uint64_t limit, Work work) {
    compare(name, limit, work, [](auto a, auto b) { return distance(a, b); });
  }

  /// Something that must hold.
  void holds(const char* name, bool condition) {
    ++checks_;
    if (condition) return;
    ++failed_;
    std::printf("FAILED  %s\n", name);
  }

  /// Random bits: every kind of number, subnormal, infinite and NaN ones included; small integers among them.
  template <class T>
  std::vector<T> any(std::size_t count) {
    std::vector<T> values(count);
    for (T& value : values) {
      std::uint64_t drawn = random();
      value = std::bit_cast<T>(static_cast<bits_of<T>>(drawn >> 8));
      if (drawn % 16 == 0) value = static_cast<T>(static_cast<std::int8_t>(drawn >> 8));
    }
    return values;
  }

  template <class T>
  std::vector<T> between(std::size_t count, T low, T high) {
    std::vector<T> values(count);
    if constexpr (std::is_floating_point_v<T>) {
      std::uniform_real_distribution<T> draw(low, high);
      for (T& value : values) value = draw(random);
    } else {
      std::uniform_int_distribution<std::int64_t> draw(low, high);
      for (T& value : values) value = static_cast<T>(draw(random));
    }
    return values;
  }

  /// The last line and the exit status.
  int finish() const {
    if (failed_ == 0)
      std::printf("PASSED: %d checks\n", checks_);
    else
      std::printf("FAILED: %d of %d checks\n", failed_, checks_);
    return failed_ == 0 ? 0 : 1;
  }

 private:
  template <class Work, class Distance>
  void compare(const char* name, std::uint64_t limit, Work& work, Distance distance) {
    ++checks_;
    auto expected = work(cpu);
    auto got = work(device);
    if (expected.size() != got.size()) {
      ++failed_;
      std::printf("FAILED  %s: %zu values on the CPU executor, %zu on the device\n", name, expected.size(), got.size());
      return;
    }
    std::size_t wrong = 0, worst_at = 0;
    std::uint64_t worst = 0;
    for (std::size_t i = 0; i < got.size(); ++i) {
      std::uint64_t d = distance(expected[i], got[i]);
      wrong += d > limit;
      if (d > worst) worst = d, worst_at = i;
    }
    if (wrong == 0) {
      std::printf("ok      %s: %zu values", name, got.size());
      std::printf(limit == 0 ? "\n" : ", at most %llu apart\n", static_cast<unsigned long long>(worst));
      return;
    }
    ++failed_;
    std::printf("FAILED  %s: %zu of %zu values; value %zu is %s on the CPU executor, %s on the device\n", name, wrong,
                got.size(), worst_at, shown(expected[worst_at]).c_str(), shown(got[worst_at]).c_str());
  }

  int checks_ = 0, failed_ = 0;
};

}  // namespace side_by_side
