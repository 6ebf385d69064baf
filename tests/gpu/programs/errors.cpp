// prints: PASSED: every fault is reported, and the context goes on working
//
// Every way in which a kernel can fail, on the device that GPUC_DEVICE names: the report says what, where and which
// thread, the other threads finish, and the same context then works on.
#include <gpuc/gpuc.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace [[gpuc::module]] kernels {

enum fault : int {
  none,
  slice_index,
  atomic_index,
  dynamic_shared_index,
  matrix_row,
  matrix_column,
  failed_assert,
  trap,
  abort_call,
  thrown,
  array_at,
  vector_of_nothing,
  empty_reference,
  count
};

// Thread 1000 has the fault, unless it has none; the others write.
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {128}, .dynamic_shared = 1024})]]
void fail(int what, gpuc::slice<const int> in, gpuc::matrix<const int> rows, gpuc::atomic_slice<unsigned> counts,
         gpuc::disjoint_slice<int> out) {
  auto index = gpuc::thread::index_1d();
  auto slot = out.get_if(index);
  if (!slot) return;
  std::size_t i = index.get();
  if (i == 1000) {
    switch (what) {
      case slice_index: *slot = in[i + 70000]; break;
      case atomic_index: counts[i].fetch_add(1); break;
      case dynamic_shared_index: *slot = gpuc::dynamic_shared<int>()[i]; break;
      case matrix_row: *slot = rows(i, 3); break;
      case matrix_column: *slot = rows(3, i); break;
      case failed_assert: assert(i < 1000); break;
      case trap: __builtin_trap(); break;
      case abort_call: std::abort(); break;
      case thrown: throw std::runtime_error("thread 1000");
      case array_at: {
        std::array<int, 4> four{1, 2, 3, 4};
        *slot = four.at(i);
        break;
      }
      case vector_of_nothing: throw 7;
      case empty_reference: *slot = *gpuc::optional_ref<int>(nullptr, i != 1000); break;
      default: break;
    }
  }
  counts[0].fetch_add(1);
  *slot = in[i] + 1;
}

// Other threads of the faulting thread's warp and block wait for each other afterwards.
[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void fail_before_barrier(gpuc::slice<const int> in, gpuc::disjoint_slice<int> out) {
  [[gpuc::shared]] static int cells[256];
  auto index = gpuc::thread::index_1d();
  cells[gpuc::thread::x()] = in[index.get()];  // the threads behind the end leave
  gpuc::block::sync();
  if (auto slot = out.get_if(index)) *slot = cells[255 - gpuc::thread::x()];
}

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void copy(gpuc::slice<const int> in, gpuc::disjoint_slice<int> out) {
  auto index = gpuc::thread::index_1d();
  if (auto slot = out.get_if(index)) *slot = in[index.get()];
}

}  // namespace kernels

namespace {

int failures = 0;

void require(bool condition, const std::string& text) {
  if (condition) return;
  ++failures;
  std::fprintf(stderr, "FAILED: %s\n", text.c_str());
}

struct expectation {
  kernels::fault what;
  const char* name;
  gpuc::errc kind;
  std::vector<const char*> texts;
};

// The lines are those of the switch above.
const expectation faults[] = {
    {kernels::slice_index, "slice", gpuc::errc::out_of_range, {"main.cpp:45", "index 71000", "size 4000"}},
    {kernels::atomic_index, "atomic_slice", gpuc::errc::out_of_range, {"main.cpp:46", "index 1000", "size 7"}},
    {kernels::dynamic_shared_index, "dynamic_shared", gpuc::errc::out_of_range, {"main.cpp:47", "1000", "256"}},
    {kernels::matrix_row, "row", gpuc::errc::out_of_range, {"main.cpp:48", "row 1000", "40"}},
    {kernels::matrix_column, "column", gpuc::errc::out_of_range, {"main.cpp:49", "column 1000", "100"}},
    {kernels::trap, "trap", gpuc::errc::trap, {"main.cpp:51"}},
    {kernels::abort_call, "abort", gpuc::errc::trap, {"main.cpp:52"}},
    {kernels::thrown, "throw", gpuc::errc::exception, {"main.cpp:53", "runtime_error"}},
    {kernels::array_at, "at", gpuc::errc::exception, {"main.cpp:56"}},
    {kernels::vector_of_nothing, "throw of an int", gpuc::errc::exception, {"main.cpp:59", "int"}},
    {kernels::empty_reference, "optional_ref", gpuc::errc::trap, {"main.cpp:60"}},
#ifndef NDEBUG
    {kernels::failed_assert, "assert", gpuc::errc::assertion, {"main.cpp:50", "i < 1000"}},
#endif
};

void every_fault(const gpuc::context& ctx) {
  constexpr int n = 4000;
  auto stream = ctx.new_stream();
  auto module = kernels::load(ctx);
  auto prepared = module.prepare_fail(gpuc::covering(n).with_dynamic_shared(1024));
  auto in = gpuc::device_buffer<int>::filled(stream, n, 41);
  for (const expectation& expected : faults) {
    auto counts = gpuc::device_buffer<unsigned>::zeroed(stream, 7);
    auto out = gpuc::device_buffer<int>::zeroed(stream, n);
    auto rows = gpuc::as_matrix(in, 40, 100);
    module.fail(stream, prepared, expected.what, in, rows, counts, out);
    std::string text;
    try {
      stream.synchronize();
      text = "no error";
    } catch (const gpuc::device_error& e) {
      text = e.what();
      require(e.kind() == expected.kind, std::string(expected.name) + " is of another kind: " + text);
      require(e.code() == 602, std::string(expected.name) + " has another code: " + text);
    }
    for (const char* wanted : expected.texts)
      require(text.find(wanted) != text.npos, std::string(expected.name) + " does not mention " + wanted + ": " + text);
    for (const char* wanted : {"fail: ", "block (7,0,0)", "thread (104,0,0)", "GPUC0602"})
      require(text.find(wanted) != text.npos, std::string(expected.name) + " does not mention " + wanted + ": " + text);

    // Reported once; and what the other threads did is there.
    stream.synchronize();
    auto got = out.to_host(stream);
    auto written = static_cast<int>(std::count(got.begin(), got.end(), 42));
    require(got[1000] == 0, std::string(expected.name) + ": the faulting thread went on");
    require(ctx.is_cpu() || written == n - 1,
            std::string(expected.name) + ": " + std::to_string(written) + " threads finished");

    auto again = gpuc::device_buffer<int>::zeroed(stream, n);
    module.fail(stream, prepared, kernels::none, in, rows, counts, again);
    got = again.to_host(stream);
    require(std::count(got.begin(), got.end(), 42) == n, std::string(expected.name) + ": the next launch is wrong");
  }
}

void faults_beside_barriers(const gpuc::context& ctx) {
  auto stream = ctx.new_stream();
  auto module = kernels::load(ctx);
  std::vector<int> host(1000);
  for (int i = 0; i < 1000; ++i) host[i] = i + 1;
  auto in = gpuc::device_buffer<int>::from_host(stream, host);
  for (int round = 0; round < 10; ++round) {
    auto out = gpuc::device_buffer<int>::zeroed(stream, 1024);
    module.fail_before_barrier(stream, module.prepare_fail_before_barrier(gpuc::covering(out)), in, out);
    try {
      stream.synchronize();
      require(false, "24 threads left before the barrier, and nothing was reported");
    } catch (const gpuc::device_error& e) {
      require(std::string(e.what()).find("size 1000") != std::string::npos, e.what());
    }
    auto got = out.to_host(stream);
    // The first three blocks are complete on a GPU, and so is what the fourth had to copy.
    for (int i = 0; i < 768; ++i)
      if (!ctx.is_cpu()) require(got[i] == i / 256 * 256 + 255 - i % 256 + 1, "block " + std::to_string(i / 256));
  }
}

// Faults on many streams: each is reported, none twice, none is lost to a launch that follows.
void faults_on_streams(const gpuc::context& ctx) {
  auto module = kernels::load(ctx);
  std::vector<gpuc::stream> streams;
  for (int i = 0; i < 4; ++i) streams.push_back(ctx.new_stream());
  auto in = gpuc::device_buffer<int>::filled(streams[0], 100, 5);
  auto prepared = module.prepare_copy(gpuc::covering(101));
  for (auto& stream : streams) {
    auto out = gpuc::device_buffer<int>::zeroed(stream, 101);
    module.copy(stream, prepared, in, out);
    module.copy(stream, prepared, in, out);
    int reports = 0;
    for (int i = 0; i < 3; ++i) try {
        stream.synchronize();
      } catch (const gpuc::device_error&) {
        ++reports;
      }
    require(reports == 1, std::to_string(reports) + " reports of two faults in one image");
  }
  ctx.synchronize();
}

void too_much(const gpuc::context& ctx) {
  auto stream = ctx.default_stream();
  try {
    gpuc::device_buffer<char>::zeroed(stream, std::size_t{1} << 46);
    require(false, "64 TiB were there");
  } catch (const gpuc::out_of_memory& e) {
    require(e.requested() == std::size_t{1} << 46, e.what());
  }
  auto module = kernels::load(ctx);
  try {
    module.prepare_copy({.grid = std::uint64_t{1} << 32, .block = 256});
    require(false, "a grid of 2^32 blocks was accepted");
  } catch (const gpuc::launch_error& e) {
    require(e.kind() == gpuc::errc::device_dimension_exceeded, e.what());
  }
}

}  // namespace

int main() try {
  gpuc::context ctx;
  every_fault(ctx);
  faults_beside_barriers(ctx);
  faults_on_streams(ctx);
  too_much(ctx);
  if (failures != 0) return 1;
  std::printf("PASSED: every fault is reported, and the context goes on working\n");
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
