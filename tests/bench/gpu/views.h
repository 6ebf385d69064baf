// What the programs views_*.cpp share: one kernel written with safe views, a contract and launch_requires, and again with
// raw pointers, on the same random data in one run. Bounds checks and ownership are to cost nothing, so views are to be as
// fast as pointers.
#pragma once

#include <gpuc/gpuc.hpp>

#include "sampling.h"

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

namespace views {

/// `small`, the only argument: sizes and turns that the CPU executor gets through at once, for a test of the results.
inline bool is_small(int argc, char** argv) { return argc == 2 && std::string_view(argv[1]) == "small"; }

/// Multiples of 1/32 below 1, so that no sum in these programs rounds and results can be compared bit for bit.
inline std::vector<float> random_numbers(std::size_t count) {
  static std::uint64_t state = std::random_device()();
  std::vector<float> numbers(count);
  for (float& number : numbers) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    number = static_cast<float>(static_cast<int>(state >> 58) - 32) * 0x1p-5f;
  }
  return numbers;
}

/// What writes an output, by name. The first one is measured against the others.
template <class Work>
struct version {
  const char* name;
  Work work;
};
template <class Work>
version(const char*, Work) -> version<Work>;

/// Runs each version once on an output that holds no number and compares all of it with what the first one wrote, and
/// that with `is_right`. Then `turns` turns, forth and back, of `launches` launches and one wait, so that launching and
/// waiting weigh nothing.
template <class IsRight, class... Work>
int compare(const gpuc::stream& stream, int turns, int launches, gpuc::device_buffer<float>& out, IsRight is_right,
            version<Work>... versions) {
  std::vector<float> first;
  auto is_same = [&](auto& one) {
    out = gpuc::device_buffer<float>::filled(stream, out.size(), std::numeric_limits<float>::quiet_NaN());
    one.work();
    auto got = out.to_host(stream);
    if (first.empty()) first = std::move(got);
    else if (std::memcmp(first.data(), got.data(), got.size() * sizeof(float)) != 0)
      return std::fprintf(stderr, "%s writes something else\n", one.name), false;
    return true;
  };
  if (!(is_same(versions) && ...)) return 1;
  if (!is_right(first)) return std::fprintf(stderr, "the result is wrong\n"), 1;

  std::vector<sampling::contender> all{sampling::contender(versions.name)...};
  auto take = [&](std::size_t i) {
    auto work = [&](auto& one) {
      all[i].time(launches, [&] {
        for (int k = 0; k < launches; ++k) one.work();
        stream.synchronize();
      });
    };
    std::size_t at = 0;
    ((at++ == i ? work(versions) : void()), ...);
  };
  for (int turn = 0; turn < turns; ++turn)
    for (std::size_t i = 0; i < all.size(); ++i) take(turn % 2 == 0 ? i : all.size() - 1 - i);
  sampling::print(all);
  return 0;
}

}  // namespace views
