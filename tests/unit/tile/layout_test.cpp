#include "tool/tile/ir.h"
#include "tool/tile/layout.h"

#include <doctest/doctest.h>

#include <array>
#include <set>

using namespace gpuc::tool::tile;

namespace {

// The element that a thread holds in a register.
std::size_t elementAt(const Layout& layout, std::size_t thread, std::size_t index) {
  std::size_t element = layout.elementOf(index);
  for (std::size_t bit = 0; bit < layout.threads.size(); ++bit)
    if ((thread >> bit & 1) && layout.threads[bit] != Layout::kReplicated)
      element |= std::size_t{1} << layout.threads[bit];
  return element;
}

void checkCovers(const Layout& layout, unsigned bits) {
  CAPTURE(toText(layout));
  REQUIRE(isValid(layout, bits));
  std::set<std::size_t> seen;
  for (std::size_t thread = 0; thread < std::size_t{1} << layout.threads.size(); ++thread)
    for (std::size_t i = 0; i < layout.registerCount(); ++i) seen.insert(elementAt(layout, thread, i));
  CHECK(seen.size() == std::size_t{1} << bits);
  for (std::size_t i = 0; i < layout.registerCount(); ++i) CHECK(layout.registerOf(layout.elementOf(i)) == i);
}

Type typeOf(std::vector<unsigned> bits) { return {gpuc::abi::tile_f32, std::move(bits)}; }

}  // namespace

TEST_CASE("blocked layouts: neighbours in a thread, then across threads") {
  Layout layout = blockedLayout(12, 7, 2);
  checkCovers(layout, 12);
  CHECK(elementAt(layout, 0, 3) == 3);
  CHECK(elementAt(layout, 1, 0) == 4);
  CHECK(elementAt(layout, 0, 4) == 512);
  // Fewer elements than threads: some hold what others do.
  checkCovers(blockedLayout(3, 7, 0), 3);
  CHECK(blockedLayout(3, 7, 0).threads.back() == Layout::kReplicated);
}

TEST_CASE("mma.sync.m16n8k16: the fragments of the PTX manual") {
  for (unsigned threads : {7u, 8u})
    for (auto [m, n, k] : {std::array{4u, 3u, 4u}, {6u, 6u, 5u}, {7u, 5u, 4u}, {5u, 7u, 6u}, {7u, 7u, 5u}}) {
      CAPTURE(m);
      CAPTURE(n);
      Layout c = accumulatorLayout(m, n, threads), a = leftLayout(c, m, n, k), b = rightLayout(c, n, k);
      checkCovers(c, m + n);
      checkCovers(a, m + k);
      checkCovers(b, k + n);
      for (std::size_t lane = 0; lane < 32; ++lane) {
        std::size_t row = lane / 4, pair = 2 * (lane % 4);
        for (std::size_t i = 0; i < 4; ++i)
          CHECK(elementAt(c, lane, i) == ((row + (i >= 2 ? 8 : 0)) << n | (pair + i % 2)));
        for (std::size_t i = 0; i < 8; ++i)
          CHECK(elementAt(a, lane, i) == ((row + (i / 2 % 2 ? 8 : 0)) << k | (pair + i % 2 + (i >= 4 ? 8 : 0))));
        for (std::size_t i = 0; i < 4; ++i)
          CHECK(elementAt(b, lane, i) == ((pair + i % 2 + (i >= 2 ? 8 : 0)) << n | row));
      }
      // The operands of a warp are those of its part of the result.
      for (std::size_t thread = 0; thread < std::size_t{1} << threads; thread += 32) {
        CHECK((elementAt(a, thread, 0) >> k) == (elementAt(c, thread, 0) >> n));
        CHECK((elementAt(b, thread, 0) & ((1u << n) - 1)) == (elementAt(c, thread, 0) & ((1u << n) - 1)));
      }
    }
}

TEST_CASE("reductions drop an axis, broadcasts go back to it, permutations move bits") {
  Type type = typeOf({3, 4, 5});
  Layout layout = blockedLayout(12, 7, 2);
  for (unsigned axis = 0; axis < 3; ++axis) {
    Layout reduced = reducedLayout(layout, type, axis);
    Type result = type;
    result.bits[axis] = 0;
    checkCovers(reduced, result.totalBits());
    CHECK(reduced.threads.size() == layout.threads.size());
    CHECK(broadcastSource(layout, type, result) == reduced);
  }
  unsigned order = 2 | 0 << 2 | 1 << 4;  // axis 0 of the result is axis 2
  Type moved = typeOf({5, 3, 4});
  Layout result = permutedResult(layout, moved, type, order);
  checkCovers(result, 12);
  CHECK(permutedSource(result, moved, type, order) == layout);
}
