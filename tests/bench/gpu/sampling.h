// Time measurement for the benchmarks that run on a GPU: contenders take turns, the figure of each is the median of its
// turns, and all are printed as one line of JSON for bench.py.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
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

  double quantile(double q) const {
    std::vector<double> sorted = seconds_;
    std::sort(sorted.begin(), sorted.end());
    return sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1))];
  }

  const std::string& name() const { return name_; }

 private:
  std::string name_;
  std::vector<double> seconds_;
};

inline void print(const std::vector<contender>& all) {
  std::printf("{");
  for (const contender& one : all)
    std::printf("%s\"%s\": {\"median\": %.9g, \"low\": %.9g, \"high\": %.9g}", &one == &all[0] ? "" : ", ",
                one.name().c_str(), one.quantile(0.5), one.quantile(0.1), one.quantile(0.9));
  std::printf("}\n");
}

}  // namespace sampling
