// prints: PASSED: contexts are what was asked for, and do not mix
//
// How devices are chosen, and that what belongs to one context is refused by another, also on the same GPU.
#include <gpuc/gpuc.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void add(gpuc::slice<const int> in, int more, gpuc::disjoint_slice<int> out) {
  auto index = gpuc::thread::index_1d();
  if (auto mine = out.get_if(index)) *mine = in[index.get()] + more;
}

}  // namespace kernels

namespace {

int failures = 0;

void require(bool condition, const std::string& text) {
  if (condition) return;
  ++failures;
  std::fprintf(stderr, "FAILED: %s\n", text.c_str());
}

template <class Error, class Work>
void refused(const char* what, gpuc::errc kind, Work work) {
  try {
    work();
    require(false, std::string(what) + " was accepted");
  } catch (const Error& e) {
    require(e.kind() == kind, std::string(what) + ": " + e.what());
  }
}

int use(const gpuc::context& ctx, int value) {
  auto stream = ctx.new_stream();
  auto module = kernels::load(ctx);
  auto in = gpuc::device_buffer<int>::filled(stream, 1000, value);
  auto out = gpuc::device_buffer<int>::zeroed(stream, 1000);
  module.add(stream, module.prepare_add(gpuc::covering(out)), in, 1, out);
  return out.to_host(stream)[999];
}

void mixing(const gpuc::context& one, const gpuc::context& other) {
  auto stream = one.default_stream(), other_stream = other.default_stream();
  auto module = kernels::load(one), other_module = kernels::load(other);
  auto in = gpuc::device_buffer<int>::filled(stream, 10, 1), out = gpuc::device_buffer<int>::zeroed(stream, 10);
  auto other_in = gpuc::device_buffer<int>::filled(other_stream, 10, 1);
  auto prepared = module.prepare_add(gpuc::covering(10)), other_prepared = other_module.prepare_add(gpuc::covering(10));
  refused<gpuc::launch_error>("a buffer of another context", gpuc::errc::context_mismatch,
                              [&] { module.add(stream, prepared, other_in, 1, out); });
  refused<gpuc::launch_error>("a stream of another context", gpuc::errc::context_mismatch,
                              [&] { module.add(other_stream, prepared, in, 1, out); });
  refused<gpuc::launch_error>("a token of another context", gpuc::errc::context_mismatch,
                              [&] { module.add(stream, other_prepared, in, 1, out); });
}

void choosing(const gpuc::context& automatic) {
  const char* set = std::getenv("GPUC_DEVICE");
  const std::string before = set != nullptr ? set : "auto";
  setenv("GPUC_DEVICE", "cpu", 1);
  require(gpuc::context().is_cpu(), "GPUC_DEVICE=cpu is not the CPU executor");
  setenv("GPUC_DEVICE", "cuda:99", 1);
  refused<gpuc::device_unavailable>("GPUC_DEVICE=cuda:99", gpuc::errc::no_device, [] { gpuc::context(); });
  setenv("GPUC_DEVICE", "fast", 1);
  refused<gpuc::error>("GPUC_DEVICE=fast", gpuc::errc::invalid_argument, [] { gpuc::context(); });
  setenv("GPUC_DEVICE", before.c_str(), 1);
  refused<gpuc::device_unavailable>("GPU 99", gpuc::errc::no_device, [] { gpuc::context(99); });
  if (automatic.is_cpu()) return;
  setenv("GPUC_DEVICE", "auto", 1);
  require(gpuc::context().name() == automatic.name(), "GPUC_DEVICE=auto is another device");
  setenv("GPUC_DEVICE", "cuda:0", 1);
  require(gpuc::context().name() == gpuc::context(0).name(), "GPUC_DEVICE=cuda:0 is not GPU 0");
  setenv("GPUC_DEVICE", before.c_str(), 1);
}

}  // namespace

int main() try {
  gpuc::context ctx, again = ctx, second, cpu = gpuc::context::cpu();
  require(use(ctx, 1) == 2 && use(again, 2) == 3 && use(second, 3) == 4 && use(cpu, 4) == 5, "a context does not work");
  mixing(ctx, second);
  mixing(ctx, cpu);
  choosing(ctx);
  // A thread that never made a context may use one; so may several at once.
  std::vector<std::thread> threads;
  std::vector<int> results(8);
  for (int i = 0; i < 8; ++i) threads.emplace_back([&, i] { results[i] = use(i % 2 ? ctx : second, i); });
  for (auto& thread : threads) thread.join();
  for (int i = 0; i < 8; ++i) require(results[i] == i + 1, "thread " + std::to_string(i));
  // Contexts that go leave the others alone.
  for (int i = 0; i < 5; ++i) require(use(gpuc::context(), i) == i + 1, "a new context");
  require(use(ctx, 10) == 11, "the first context, after others went");
  if (failures != 0) return 1;
  std::printf("PASSED: contexts are what was asked for, and do not mix\n");
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
