// Which thread holds which elements of a tile. Every extent is a power of two, so an element's row-major number is a
// string of bits, and a layout says where each bit comes from: from the number of a register or from the number of
// the thread. A thread bit that selects no element bit replicates the tile. Blocked layouts, the fragments of
// mma.sync, and what reductions and broadcasts leave are all of this form, and a reshape does not change it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gpuc::tool::tile {

struct Type;

struct Layout {
  static constexpr int kReplicated = -1;
  std::vector<int> registers;  // of register bit i: the element bit that it selects
  std::vector<int> threads;    // of thread bit i, likewise, or kReplicated

  std::size_t registerCount() const { return std::size_t{1} << registers.size(); }
  // The element number that register `index` of thread 0 holds.
  std::size_t elementOf(std::size_t index) const;
  // The register that holds an element whose thread bits are 0.
  std::size_t registerOf(std::size_t element) const;
  bool operator==(const Layout&) const = default;
};

// Consecutive elements in `1 << vectorBits` registers, then across the threads, then in further registers.
Layout blockedLayout(unsigned elementBits, unsigned threadBits, unsigned vectorBits);

// The accumulator of mma.sync.m16n8k16 in a tile of m x n bits, its warps spread over both axes; and the operands
// that go with it.
Layout accumulatorLayout(unsigned mBits, unsigned nBits, unsigned threadBits);
Layout leftLayout(const Layout& accumulator, unsigned mBits, unsigned nBits, unsigned kBits);
Layout rightLayout(const Layout& accumulator, unsigned nBits, unsigned kBits);

// Of a tile in which axis `axis` of `type` has extent 1: the same layout without that axis' bits.
Layout reducedLayout(const Layout& layout, const Type& type, unsigned axis);
// Of the operand of a broadcast to `to`: the bits of the repeated axes are dropped.
Layout broadcastSource(const Layout& layout, const Type& to, const Type& from);
// Of the operand of a permutation whose result has `layout`.
Layout permutedSource(const Layout& layout, const Type& to, const Type& from, unsigned order);
Layout permutedResult(const Layout& layout, const Type& to, const Type& from, unsigned order);

// Whether every element is held by some thread, and no element bit comes from two places.
bool isValid(const Layout& layout, unsigned elementBits);

std::string toText(const Layout& layout);

}  // namespace gpuc::tool::tile
