// prints: PASSED: every operation kept what it works on
// Operations keep what they work on: each case is a way in which memory could go before the device is done with it.
#include <gpuc/gpuc.hpp>

#include <cstdio>
#include <optional>
#include <vector>

namespace [[gpuc::module]] kernels {

template <int B>
[[tile_kernel]] void add(gpuc::out<float, gpuc::shape<B>, gpuc::dims<"n">> z, gpuc::in<float, gpuc::dims<"n">> x,
                         gpuc::in<float, gpuc::dims<"n">> y) {
  z.store(gpuc::load_like(x, z) + gpuc::load_like(y, z));
}

template <int B>
[[tile_kernel]] void fails(gpuc::out<float, gpuc::shape<B>> z, gpuc::in<float, gpuc::dims<"m">> x) {
  z.store(gpuc::tiles<B>(x).load(std::size_t{1000}));
}

}  // namespace kernels

int failures = 0;

void expect(bool holds, const char* what) {
  if (holds) return;
  ++failures;
  std::printf("%s\n", what);
}

bool all(const std::vector<float>& values, float wanted, std::size_t count = 1000) {
  bool same = values.size() == count;
  for (float value : values) same &= value == wanted;
  return same;
}

auto output(std::size_t count = 1000) { return gpuc::empty<float>({count}).partition(gpuc::tile_shape<128>); }

template <class F>
bool throws(F function, int code) {
  try {
    function();
  } catch (const gpuc::error& e) {
    if (e.code() == code) return true;
    std::printf("threw: %s\n", e.what());
  }
  return false;
}

int main() try {
  gpuc::context ctx;
  auto stream = ctx.new_stream(), other = ctx.new_stream();

  // What first() drops is still read by the kernel: its memory may not be given to the next tensor before.
  {
    auto sum = kernels::add(output(), gpuc::ones<float>({1000}), gpuc::full<float>({1000}, 2)).first();
    auto kept = sum.run(stream);
    auto next = kernels::add(output(), gpuc::full<float>({1000}, 40), gpuc::full<float>({1000}, 50)).sync_on(other);
    expect(all(std::move(kept).unpartition().to_host().sync_on(stream), 3), "inputs that first() dropped were reused");
  }

  // A source on the host may go as soon as the tensor is made.
  {
    std::optional<std::vector<float>> host(std::in_place, 1000, 7.0f);
    auto x = gpuc::tensor<float>::from_host(*host, {1000});
    host->assign(1000, -1.0f);
    host.reset();
    auto done = kernels::add(output(), std::move(x), gpuc::ones<float>({1000})).first().unpartition().to_host();
    expect(all(done.sync_on(stream), 8), "the source of a tensor was read after it was gone");
  }

  // An operation that was started and forgotten waits, and an lvalue input may die before the operation runs.
  {
    auto z = gpuc::empty<float>({1000});
    {
      auto x = std::make_optional(gpuc::full<float>({1000}, 5));
      auto op = kernels::add(gpuc::borrow(z).partition(gpuc::tile_shape<128>), *x, *x);
      x.reset();
      op.start_on(ctx);
    }
    expect(all(z.to_host().sync_on(stream), 10), "an operation in flight did not finish");
  }

  // One that is never run does nothing, and one that was run is spent.
  {
    auto z = gpuc::zeros<float>({1000});
    {
      auto unused = kernels::add(gpuc::borrow(z).partition(gpuc::tile_shape<128>), gpuc::ones<float>({1000}),
                                 gpuc::ones<float>({1000}));
    }
    expect(all(z.to_host().sync_on(stream), 0), "an operation ran by itself");
    auto once = z.to_host();
    auto values = once.sync_on(stream);
    expect(throws([&] { once.sync_on(stream); }, 222), "an operation ran twice");
  }

  // A launch that fails after another one was given to the stream leaves everything usable.
  {
    auto z = gpuc::empty<float>({1000});
    auto both = gpuc::when_all(
        kernels::add(gpuc::borrow(z).partition(gpuc::tile_shape<128>), gpuc::ones<float>({1000}),
                     gpuc::ones<float>({1000})),
        kernels::add(output(), gpuc::ones<float>({1000}), gpuc::ones<float>({999})));
    expect(throws([&] { both.sync_on(stream); }, 601), "a launch with extents that disagree was accepted");
    expect(all(z.to_host().sync_on(stream), 2), "the operation before the one that failed is missing");
  }

  // A fault of the kernel comes out of the wait, and the context goes on working.
  {
    auto bad = kernels::fails(output(), gpuc::ones<float>({1000}));
    expect(throws([&] { bad.sync_on(stream); }, 602), "a tile outside of its tensor was not reported");
    auto good = kernels::add(output(), gpuc::ones<float>({1000}), gpuc::ones<float>({1000})).first().unpartition();
    expect(all(std::move(good).to_host().sync_on(stream), 2), "the context does not work after a fault");
  }

  // Operations as arguments, and on results.
  {
    auto first = kernels::add(output(), gpuc::ones<float>({1000}), gpuc::ones<float>({1000})).first().unpartition();
    auto second = kernels::add(output(), std::move(first), gpuc::full<float>({1000}, 3)).first().unpartition();
    auto size = std::move(second).to_host().then([](std::vector<float> v) { return all(v, 5) ? v.size() : 0; });
    expect(size.sync_on(stream) == 1000, "an operation as an argument");
    auto [a, b] = gpuc::when_all(gpuc::ones<float>({3}).to_host(), gpuc::zeros<float>({4}).to_host()).sync();
    expect(all(a, 1, 3) && all(b, 0, 4), "when_all");
  }

  if (failures != 0) return std::printf("FAILED: %d\n", failures), 1;
  std::printf("PASSED: every operation kept what it works on\n");
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
