// Time measurement for the benchmarks that run on a GPU: contenders take turns, and the times of all turns are printed as
// one line of JSON for bench.py, which knows what to make of them.
#pragma once

#include <chrono>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace sampling {

class contender {
 public:
  explicit contender(std::string name) : name_(std::move(name)) {}

  /// Times `work`, which does `count` of what is measured.
  template <class Work>
  void time(int count, Work work) {
    auto start = std::chrono::steady_clock::now();
    work();
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    seconds_.push_back(took.count() / count);
  }

  const std::string& name() const { return name_; }
  const std::vector<double>& seconds() const { return seconds_; }

 private:
  std::string name_;
  std::vector<double> seconds_;
};

/// {"name": [seconds of the first turn, ...], ...}
inline void print(const std::vector<contender>& all) {
  std::printf("{");
  for (const contender& one : all) {
    std::printf("%s\"%s\": [", &one == &all[0] ? "" : ", ", one.name().c_str());
    for (const double& took : one.seconds()) std::printf("%s%.9g", &took == &one.seconds()[0] ? "" : ", ", took);
    std::printf("]");
  }
  std::printf("}\n");
}

}  // namespace sampling
