// prints: PASSED: launches take what fits and refuse the rest
// What a launch of a tile kernel refuses, with both values in the message; and what it does with odd extents.
#include <gpuc/gpuc.hpp>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace [[gpuc::module]] kernels {

template <int B>
[[tile_kernel]] void copy(gpuc::out<float, gpuc::shape<B>, gpuc::dims<"n">> z, gpuc::in<float, gpuc::dims<"n">> x) {
  z.store(gpuc::load_like(x, z));
}

// The extents have no name in common, so each tile is checked.
template <int B>
[[tile_kernel]] void copy_checked(gpuc::out<float, gpuc::shape<B>> z, gpuc::in<float, gpuc::dims<"n">> x) {
  z.store(gpuc::load_like(x, z));
}

template <int B, int C>
[[tile_kernel]] void two(gpuc::out<float, gpuc::shape<B>> z, gpuc::out<float, gpuc::shape<C>> w, float value) {
  z.store(gpuc::full_tile<float, B>(value));
  w.store(gpuc::full_tile<float, C>(value + 1));
}

// Not a template, a condition on a scalar of a tile, and a helper that the SIMT kernel calls too.
inline float doubled(float x) { return 2 * x; }

[[tile_kernel]] void until(gpuc::out<float, gpuc::shape<64>, gpuc::dims<"n">> z, gpuc::in<float, gpuc::dims<"n">> x,
                           float limit) {
  auto t = gpuc::load_like(x, z);
  while (gpuc::reduce_max<0>(t).scalar() < limit) t = t + t * doubled(0.5f);
  z.store(t);
}

[[kernel]] [[gpuc::launch_contract(gpuc::contract{.domain = 1, .block = {128}})]]
void scale(gpuc::disjoint_slice<float> out) {
  if (auto slot = out.get_if(gpuc::thread::index_1d())) *slot = doubled(*slot);
}

}  // namespace kernels

int failures = 0;

// A move that the compiler does not see where it matters.
gpuc::tensor<float> taken_unseen(gpuc::tensor<float>& from) { return std::move(from); }

template <class F>
void refuses(F function, int code, const char* text) {
  try {
    function();
    std::printf("accepted: %s\n", text);
  } catch (const gpuc::error& e) {
    if (e.code() == code && std::string(e.what()).find(text) != std::string::npos) return;
    std::printf("'%s' was expected, and it is: %s\n", text, e.what());
  }
  ++failures;
}

void expect(bool holds, const char* what) {
  if (holds) return;
  ++failures;
  std::printf("%s\n", what);
}

int main() try {
  gpuc::context ctx;
  auto stream = ctx.new_stream();
  auto cut = [](std::size_t n) { return gpuc::empty<float>({n}).partition(gpuc::tile_shape<128>); };

  refuses([&] { kernels::copy(cut(1000), gpuc::ones<float>({999})).sync_on(stream); }, 601,
          "copy: extent \"n\" is 999 in 'x', but 1000 in 'z'; pass tensors that agree");
  refuses([&] { kernels::copy(cut(1000), gpuc::ones<float>({10, 100})).sync_on(stream); }, 601,
          "copy: 'x' has 2 extents, but the kernel takes one with 1");
  refuses([&] { kernels::copy_checked(cut(1000), gpuc::ones<float>({100})).sync_on(stream); }, 602,
          " is out of range, size 1 (block (");
  refuses([&] { kernels::two(cut(1000), gpuc::empty<float>({1000}).partition(gpuc::tile_shape<64>), 1.0f).sync_on(stream); },
          601, "two: 'w' is cut into 16 tiles, but 'z' into 8; partition the outputs alike");
  refuses([&] { gpuc::empty<float>({10, 10}).partition(gpuc::tile_shape<16>); }, 605,
          "the tiles have 1 extent, but the tensor has 2");
  refuses([&] { gpuc::tensor<float>::from_host(std::vector<float>(5), {2, 3}); }, 605,
          "the source has 5 elements, but the extents say 6");
  refuses([&] { gpuc::empty<float>({1, 2, 3, 4}); }, 605, "a tensor has 1 to 3 extents, not 4");
  {
    // Through two names, which only the launch can see.
    auto z = gpuc::ones<float>({1000});
    auto lent = gpuc::borrow(z);
    auto again = gpuc::borrow(z);
    refuses([&] { kernels::copy(lent.partition(gpuc::tile_shape<128>), again).sync_on(stream); }, 601,
            "copy: 'z' and 'x' share 1000 elements, but the kernel has 'z' to itself");
    auto taken = taken_unseen(z);
    refuses([&] { kernels::copy(cut(1000), z).sync_on(stream); }, 601, "copy: 'x' is a tensor that was moved from");
  }

  // No elements, one element, and more tiles than a grid has along y.
  expect(kernels::copy(cut(0), gpuc::empty<float>({0})).first().unpartition().to_host().sync_on(stream).empty(), "empty");
  for (std::size_t n : {std::size_t{1}, std::size_t{129}, std::size_t{70000} * 128 + 1}) {
    auto z = kernels::copy(cut(n), gpuc::full<float>({n}, 3)).first().unpartition().to_host().sync_on(stream);
    bool same = z.size() == n;
    for (float value : z) same &= value == 3;
    expect(same, "copy");
  }

  // Both kinds of kernels on one tensor.
  {
    auto z = gpuc::empty<float>({100});
    kernels::until(gpuc::borrow(z).partition(gpuc::tile_shape<64>), gpuc::arange<float>(100), 1000.0f).sync_on(stream);
    auto module = kernels::load(ctx);
    module.scale(stream, module.prepare_scale(gpuc::covering(z.size())), z.view(stream));
    auto values = z.to_host().sync_on(stream);
    // The first tile holds 0 to 63 and doubles until 63 * 16 = 1008, the second 64 to 99 until 99 * 16.
    for (std::size_t i = 0; i < values.size(); ++i) expect(values[i] == float(i) * 16 * 2, "until");
  }

  if (failures != 0) return std::printf("FAILED: %d\n", failures), 1;
  std::printf("PASSED: launches take what fits and refuse the rest\n");
} catch (const gpuc::error& e) {
  return gpuc::report(e);
}
