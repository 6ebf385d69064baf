// prints: PASSED: 300 launches, each report the right one
//
// Kernels with many bounds checks, some of which share a branch: one thread of each launch goes wrong in a place drawn at
// random. The report must be that one, the thread must stop there, and all others must finish. `argv[1]` repeats a seed.
#include <gpuc/gpuc.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

namespace [[gpuc::module]] kernels {

// Checks of one index, of others, behind loads, and behind a store.
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {128}})]]
void straight(gpuc::slice<const std::uint32_t> p, gpuc::slice<const std::uint32_t> q, gpuc::slice<const int> a,
              gpuc::slice<const int> b, gpuc::atomic_slice<int> seen, gpuc::disjoint_slice<int> out) {
  auto index = gpuc::thread::index_1d();
  auto i = index.get();
  if (auto mine = out.get_if(index)) {
    int sum = a[i];
    sum += b[i];
    int first = a[p[i]];
    int second = b[p[i] + 1];
    *mine = sum + first;
    int third = b[q[i]];
    seen[i].fetch_add(second);
    *mine = sum + first + second + third;
  }
}

// Checks in a loop, with its own test and without.
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {128}})]]
void loops(gpuc::slice<const std::uint32_t> p, gpuc::slice<const std::uint32_t> q, gpuc::slice<const int> a,
           gpuc::slice<const int> b, gpuc::atomic_slice<int> seen, gpuc::disjoint_slice<int> out) {
  auto index = gpuc::thread::index_1d();
  auto slot = out.get_if(index);
  if (!slot) return;
  std::size_t i = index.get();
  int sum = 0;
  for (std::uint32_t k = p[i]; k < p[i] + 5; ++k) sum += a[k] * b[k + 1];
  for (std::uint32_t k = q[i];; k -= 3) {
    if (k < 3) break;
    sum -= a[k];
    if (k % 4 == 0) continue;
    sum += b[k - 2];
  }
  seen[i].fetch_add(sum);
  *slot = sum;
}

// Rows and columns.
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {128}})]]
void planes(gpuc::slice<const std::uint32_t> p, gpuc::slice<const std::uint32_t> q, gpuc::matrix<const int> a,
            gpuc::matrix<const int> b, gpuc::atomic_slice<int> seen, gpuc::disjoint_slice<int> out) {
  auto index = gpuc::thread::index_1d();
  if (auto slot = out.get_if(index)) {
    auto i = index.get();
    int sum = a(p[i], q[i]);
    sum += b(p[i], q[i]) * 2;
    sum += a(p[i] + 1, q[i] + 1) * 3;
    *slot = sum;
    seen[i].fetch_add(sum);
  }
}

}  // namespace kernels

namespace {

constexpr std::uint32_t n = 5000, side = 100;

// What one thread does on the host; an index out of range is thrown.
struct fault {
  std::uint64_t index, size;
};
struct host {
  std::vector<int> values;
  int operator[](std::uint64_t i) const {
    if (i >= values.size()) throw fault{i, values.size()};
    return values[i];
  }
  int operator()(std::uint64_t r, std::uint64_t c) const {
    for (std::uint64_t k : {r, c})
      if (k >= side) throw fault{k, side};
    return values[r * side + c];
  }
};

struct inputs {
  std::vector<std::uint32_t> p, q;
  host a, b;
};

int straight(const inputs& in, std::uint32_t i, int& out, int& seen) {
  int sum = in.a[i];
  sum += in.b[i];
  int first = in.a[in.p[i]], second = in.b[in.p[i] + std::uint64_t{1}];
  out = sum + first;
  int third = in.b[in.q[i]];
  seen += second;
  return out = sum + first + second + third;
}

int loops(const inputs& in, std::uint32_t i, int& out, int& seen) {
  unsigned sum = 0;
  for (std::uint32_t k = in.p[i]; k < in.p[i] + 5; ++k) sum += unsigned(in.a[k]) * unsigned(in.b[k + 1]);
  for (std::uint32_t k = in.q[i];; k -= 3) {
    if (k < 3) break;
    sum -= unsigned(in.a[k]);
    if (k % 4 == 0) continue;
    sum += unsigned(in.b[k - 2]);
  }
  seen += int(sum);
  return out = int(sum);
}

int planes(const inputs& in, std::uint32_t i, int& out, int& seen) {
  std::uint64_t p = in.p[i], q = in.q[i];
  int sum = in.a(p, q);
  sum += in.b(p, q) * 2;
  sum += in.a(p + 1, q + 1) * 3;
  out = sum;
  seen += sum;
  return sum;
}

class checker {
 public:
  checker(const gpuc::context& ctx, std::uint64_t seed)
      : ctx_(ctx), stream_(ctx_.new_stream()), module_(kernels::load(ctx_)), random_(seed) {}

  // `largest` is the largest index that is right; the wrong one is drawn just around it.
  template <class Host, class Launch>
  bool round(const char* name, std::uint32_t largest, std::size_t a_size, std::size_t b_size, Host on_host, Launch launch) {
    inputs in;
    in.p = draw(n, largest), in.q = draw(n, largest);
    in.a.values = numbers(a_size), in.b.values = numbers(b_size);
    std::uint32_t wrong = static_cast<std::uint32_t>(random_() % n);
    in.p[wrong] = largest - 8 + static_cast<std::uint32_t>(random_() % 12);
    in.q[wrong] = largest - 8 + static_cast<std::uint32_t>(random_() % 12);

    std::vector<int> out(n, 0), seen(n, 0);
    std::string expected;
    for (std::uint32_t i = 0; i < n; ++i) try {
        on_host(in, i, out[i], seen[i]);
      } catch (const fault& f) {
        if (!expected.empty()) return std::fprintf(stderr, "%s: two faults\n", name), false;
        expected = " " + std::to_string(f.index) + " is out of range, ";
        at_ = i, size_ = " " + std::to_string(f.size) + " ";
      }

    auto p = gpuc::device_buffer<std::uint32_t>::from_host(stream_, in.p);
    auto q = gpuc::device_buffer<std::uint32_t>::from_host(stream_, in.q);
    auto a = gpuc::device_buffer<int>::from_host(stream_, in.a.values);
    auto b = gpuc::device_buffer<int>::from_host(stream_, in.b.values);
    auto seen_there = gpuc::device_buffer<int>::zeroed(stream_, n), out_there = gpuc::device_buffer<int>::zeroed(stream_, n);
    launch(module_, stream_, p, q, a, b, seen_there, out_there);
    std::string reported;
    try {
      stream_.synchronize();
    } catch (const gpuc::device_error& e) {
      reported = e.what();
    }
    if (expected.empty() != reported.empty() || reported.find(expected) == reported.npos ||
        (!expected.empty() && (reported.find(size_) == reported.npos || reported.find(thread()) == reported.npos)))
      return std::fprintf(stderr, "%s: expected '%s'%sin %s, got '%s'\n", name, expected.c_str(), size_.c_str(),
                          thread().c_str(), reported.c_str()),
             false;
    auto out_got = out_there.to_host(stream_), seen_got = seen_there.to_host(stream_);
    for (std::uint32_t i = 0; i < n; ++i)
      // On the CPU executor the threads of a faulting block that come later do not run.
      if ((out_got[i] != out[i] || seen_got[i] != seen[i]) && !(ctx_.is_cpu() && !expected.empty() && i > at_))
        return std::fprintf(stderr, "%s: thread %u wrote %d and %d, not %d and %d\n", name, i, out_got[i], seen_got[i],
                            out[i], seen[i]),
               false;
    return true;
  }

 private:
  std::string thread() const {
    return "block (" + std::to_string(at_ / 128) + ",0,0), thread (" + std::to_string(at_ % 128) + ",0,0)";
  }

  // Far enough below `largest` that nothing is wrong yet.
  std::vector<std::uint32_t> draw(std::size_t count, std::uint32_t largest) {
    std::vector<std::uint32_t> values(count);
    for (auto& value : values) value = static_cast<std::uint32_t>(random_() % (largest - 10));
    return values;
  }
  std::vector<int> numbers(std::size_t count) {
    std::vector<int> values(count);
    for (auto& value : values) value = static_cast<int>(random_() % 2000) - 1000;
    return values;
  }

  gpuc::context ctx_;
  gpuc::stream stream_;
  kernels::module_type module_;
  std::mt19937_64 random_;
  std::uint32_t at_ = 0;
  std::string size_ = " ";
};

}  // namespace

int main(int argc, char** argv) try {
  gpuc::context ctx;
  std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : std::random_device()();
  checker check(ctx, seed);
  bool good = true;
  for (int i = 0; i < 100 && good; ++i) {
    good = check.round("straight", n + 3, n + 2, n, straight,
                       [](auto& m, auto& stream, auto& p, auto& q, auto& a, auto& b, auto& seen, auto& out) {
                         m.straight(stream, m.prepare_straight(gpuc::covering(n)), p, q, a, b, seen, out);
                       }) &&
           check.round("loops", 300, 301, 303, loops,
                       [](auto& m, auto& stream, auto& p, auto& q, auto& a, auto& b, auto& seen, auto& out) {
                         m.loops(stream, m.prepare_loops(gpuc::covering(n)), p, q, a, b, seen, out);
                       }) &&
           check.round("planes", side, side * side, side * side, planes,
                       [](auto& m, auto& stream, auto& p, auto& q, auto& a, auto& b, auto& seen, auto& out) {
                         auto am = gpuc::as_matrix(a, side, side), bm = gpuc::as_matrix(b, side, side);
                         m.planes(stream, m.prepare_planes(gpuc::covering(n)), p, q, am, bm, seen, out);
                       });
  }
  if (!good) return std::fprintf(stderr, "FAILED: seed %llu\n", (unsigned long long)seed), 1;
  std::printf("PASSED: 300 launches, each report the right one\n");
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
