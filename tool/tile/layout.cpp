#include "tool/tile/layout.h"

#include "tool/base/text.h"
#include "tool/tile/ir.h"

#include <algorithm>

namespace gpuc::tool::tile {

std::size_t Layout::elementOf(std::size_t index) const {
  std::size_t element = 0;
  for (std::size_t bit = 0; bit < registers.size(); ++bit)
    if (index >> bit & 1) element |= std::size_t{1} << registers[bit];
  return element;
}

std::size_t Layout::registerOf(std::size_t element) const {
  std::size_t index = 0;
  for (std::size_t bit = 0; bit < registers.size(); ++bit)
    if (element >> registers[bit] & 1) index |= std::size_t{1} << bit;
  return index;
}

Layout blockedLayout(unsigned elementBits, unsigned threadBits, unsigned vectorBits) {
  Layout layout;
  int next = 0, end = static_cast<int>(elementBits);
  for (unsigned i = 0; i < vectorBits && next < end; ++i) layout.registers.push_back(next++);
  for (unsigned i = 0; i < threadBits; ++i) layout.threads.push_back(next < end ? next++ : Layout::kReplicated);
  while (next < end) layout.registers.push_back(next++);
  return layout;
}

namespace {

constexpr unsigned kLaneBits = 5;
constexpr unsigned kTileM = 4, kTileN = 3, kTileK = 4;  // bits of the instruction's shape, 16 x 8 x 16

int bit(unsigned value) { return static_cast<int>(value); }

}  // namespace

// PTX ISA, "Matrix Fragments for mma.m16n8k16": accumulator c0 to c3 of lane l: row l / 4, or 8 below for c2 and c3;
// columns 2 * (l % 4) and one right of it.
Layout accumulatorLayout(unsigned mBits, unsigned nBits, unsigned threadBits) {
  Layout layout;
  unsigned m = nBits;  // where the row's bits start
  layout.registers = {0, bit(m + 3)};
  layout.threads = {1, 2, bit(m), bit(m + 1), bit(m + 2)};
  // The warps take the highest bits, first of the axis that is longer, so that both operands are shared by some.
  unsigned mLeft = mBits, nLeft = nBits;
  std::vector<int> warps;
  for (unsigned i = kLaneBits; i < threadBits; ++i) {
    if (mLeft > kTileM && (mLeft >= nLeft || nLeft <= kTileN))
      warps.push_back(bit(m + --mLeft));
    else if (nLeft > kTileN)
      warps.push_back(bit(--nLeft));
    else
      warps.push_back(Layout::kReplicated);
  }
  layout.threads.insert(layout.threads.end(), warps.begin(), warps.end());
  for (unsigned n = kTileN; n < nLeft; ++n) layout.registers.push_back(bit(n));
  for (unsigned i = kTileM; i < mLeft; ++i) layout.registers.push_back(bit(m + i));
  return layout;
}

// Operand a: registers hold columns 2 * (l % 4) and one right, rows l / 4 and 8 below, then columns 8 further.
Layout leftLayout(const Layout& accumulator, unsigned mBits, unsigned nBits, unsigned kBits) {
  Layout layout;
  unsigned m = kBits;
  layout.registers = {0, bit(m + 3), 3};
  layout.threads = {1, 2, bit(m), bit(m + 1), bit(m + 2)};
  for (std::size_t i = kLaneBits; i < accumulator.threads.size(); ++i) {
    int from = accumulator.threads[i];
    layout.threads.push_back(from >= bit(nBits) ? from - bit(nBits) + bit(m) : Layout::kReplicated);
  }
  for (unsigned k = kTileK; k < kBits; ++k) layout.registers.push_back(bit(k));
  for (unsigned i = kTileM; i < mBits; ++i)
    if (std::find(layout.threads.begin(), layout.threads.end(), bit(m + i)) == layout.threads.end())
      layout.registers.push_back(bit(m + i));
  return layout;
}

// Operand b: registers hold rows 2 * (l % 4) and one below, then 8 further; the column is l / 4.
Layout rightLayout(const Layout& accumulator, unsigned nBits, unsigned kBits) {
  Layout layout;
  unsigned k = nBits;
  layout.registers = {bit(k), bit(k + 3)};
  layout.threads = {bit(k + 1), bit(k + 2), 0, 1, 2};
  for (std::size_t i = kLaneBits; i < accumulator.threads.size(); ++i) {
    int from = accumulator.threads[i];
    layout.threads.push_back(from < bit(nBits) ? from : Layout::kReplicated);
  }
  for (unsigned i = kTileK; i < kBits; ++i) layout.registers.push_back(bit(k + i));
  for (unsigned n = kTileN; n < nBits; ++n)
    if (std::find(layout.threads.begin(), layout.threads.end(), bit(n)) == layout.threads.end())
      layout.registers.push_back(bit(n));
  return layout;
}

namespace {

// Renames element bits; those that become kReplicated leave the registers.
template <class Rename>
Layout renamed(const Layout& layout, Rename rename) {
  Layout result;
  for (int from : layout.registers)
    if (int to = rename(from); to != Layout::kReplicated) result.registers.push_back(to);
  for (int from : layout.threads) result.threads.push_back(from == Layout::kReplicated ? from : rename(from));
  return result;
}

// The axis and place within it of an element bit.
struct BitPlace {
  unsigned axis, offset;
};
BitPlace placeOf(const Type& type, int bit) {
  for (unsigned axis = type.rank(); axis-- > 0;) {
    unsigned start = type.axisStart(axis);
    if (static_cast<unsigned>(bit) < start + type.bits[axis]) return {axis, static_cast<unsigned>(bit) - start};
  }
  return {0, 0};
}

}  // namespace

Layout broadcastSource(const Layout& layout, const Type& to, const Type& from) {
  return renamed(layout, [&](int bit) {
    BitPlace place = placeOf(to, bit);
    if (from.bits[place.axis] != to.bits[place.axis]) return Layout::kReplicated;
    return static_cast<int>(from.axisStart(place.axis) + place.offset);
  });
}

Layout reducedLayout(const Layout& layout, const Type& type, unsigned axis) {
  Type result = type;
  result.bits[axis] = 0;
  return broadcastSource(layout, type, result);
}

Layout permutedSource(const Layout& layout, const Type& to, const Type& from, unsigned order) {
  return renamed(layout, [&](int bit) {
    BitPlace place = placeOf(to, bit);
    return static_cast<int>(from.axisStart(order >> 2 * place.axis & 3) + place.offset);
  });
}

Layout permutedResult(const Layout& layout, const Type& to, const Type& from, unsigned order) {
  return renamed(layout, [&](int bit) {
    BitPlace place = placeOf(from, bit);
    unsigned axis = 0;
    while ((order >> 2 * axis & 3) != place.axis) ++axis;
    return static_cast<int>(to.axisStart(axis) + place.offset);
  });
}

bool isValid(const Layout& layout, unsigned elementBits) {
  std::vector<int> all = layout.registers;
  for (int bit : layout.threads)
    if (bit != Layout::kReplicated) all.push_back(bit);
  std::sort(all.begin(), all.end());
  if (all.size() != elementBits) return false;
  for (unsigned i = 0; i < elementBits; ++i)
    if (all[i] != static_cast<int>(i)) return false;
  return true;
}

std::string toText(const Layout& layout) {
  auto list = [](const std::vector<int>& bits) {
    std::string text;
    for (int bit : bits) text += strCat(text.empty() ? "" : ",", bit < 0 ? std::string("-") : std::to_string(bit));
    return text;
  };
  return strCat("registers(", list(layout.registers), ") threads(", list(layout.threads), ")");
}

}  // namespace gpuc::tool::tile
