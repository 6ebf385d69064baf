// prints: PASSED: 1500 random steps
//
// Buffers that are made, filled, moved, used on one stream after another and dropped while launches that use them are
// still queued; every value is followed on the host. `argv[1]` repeats a seed.
#include <gpuc/gpuc.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <vector>

namespace [[gpuc::module]] kernels {

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {256}})]]
void mix(gpuc::slice<const std::uint32_t> in, std::uint32_t factor, gpuc::disjoint_slice<std::uint32_t> out) {
  auto index = gpuc::thread::index_1d();
  if (auto mine = out.get_if(index)) *mine = *mine * factor + in[index.get() % in.size()];
}

}  // namespace kernels

namespace {

struct followed {
  gpuc::device_buffer<std::uint32_t> buffer;
  std::vector<std::uint32_t> host;
  std::size_t on;  // the stream that used it last
};

class steps {
 public:
  steps(gpuc::context& ctx, std::uint64_t seed) : module_(kernels::load(ctx)), random_(seed) {
    for (int i = 0; i < 4; ++i) streams_.push_back(ctx.new_stream());
    for (int i = 0; i < 8; ++i) all_.push_back(make());
  }

  bool step() {
    std::size_t which = random_() % all_.size();
    followed& target = *all_[which];
    switch (random_() % 8) {
      case 0:  // drop it, with whatever is queued, and take another
        all_[which].reset();
        all_[which] = make();
        return true;
      case 1: {
        std::size_t on = random_() % streams_.size();
        use(target, on);
        return target.buffer.to_host(streams_[on]) == target.host;
      }
      case 2: {  // moved to and fro
        auto moved = std::move(target.buffer);
        target.buffer = std::move(moved);
        return true;
      }
      default: launch(which, random_() % all_.size()); return true;
    }
  }

 private:
  std::optional<followed> make() {
    std::size_t on = random_() % streams_.size(), size = 1 + random_() % 300000;
    if (random_() % 2 == 0) {
      auto value = static_cast<std::uint32_t>(random_());
      return followed{gpuc::device_buffer<std::uint32_t>::filled(streams_[on], size, value),
                      std::vector<std::uint32_t>(size, value), on};
    }
    std::vector<std::uint32_t> host(size);
    for (auto& value : host) value = static_cast<std::uint32_t>(random_());
    return followed{gpuc::device_buffer<std::uint32_t>::from_host(streams_[on], host), host, on};
  }

  // Work of different streams is for the program to order.
  void use(followed& what, std::size_t on) {
    if (what.on != on) streams_[what.on].synchronize();
    what.on = on;
  }

  void launch(std::size_t target, std::size_t source) {
    if (target == source) return;
    followed &out = *all_[target], &in = *all_[source];
    std::size_t on = random_() % streams_.size();
    use(out, on), use(in, on);
    auto factor = static_cast<std::uint32_t>(random_());
    module_.mix(streams_[on], module_.prepare_mix(gpuc::covering(out.buffer)), in.buffer, factor, out.buffer);
    for (std::size_t i = 0; i < out.host.size(); ++i) out.host[i] = out.host[i] * factor + in.host[i % in.host.size()];
  }

  kernels::module_type module_;
  std::vector<gpuc::stream> streams_;
  std::vector<std::optional<followed>> all_;
  std::mt19937_64 random_;
};

}  // namespace

int main(int argc, char** argv) try {
  gpuc::context ctx;
  std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : std::random_device()();
  steps all(ctx, seed);
  for (int i = 0; i < 1500; ++i)
    if (!all.step()) return std::fprintf(stderr, "FAILED: seed %llu, step %d\n", (unsigned long long)seed, i), 1;
  ctx.synchronize();
  std::printf("PASSED: 1500 random steps\n");
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
