// shared: places for what goes from thread to thread. Such an operation writes, waits, and reads; another one may
// write the same place only when every thread has read. Distinct places save that second barrier, so they are used as
// long as they fit; a forward analysis over the blocks finds where a barrier is needed in front of the write.
#include "tool/tile/passes.h"

#include <algorithm>
#include <set>

namespace gpuc::tool::tile {

namespace {

constexpr unsigned kAlign = 16;
constexpr unsigned kLaneBits = 5;

unsigned aligned(unsigned bytes) { return (bytes + kAlign - 1) / kAlign * kAlign; }

}  // namespace

unsigned accumulatorBytes(Element element) { return std::max(4u, elementBytes(element)); }

unsigned rowPadding(const Type& type) {
  return type.bits.back() < type.totalBits() ? kAlign / elementBytes(type.element) : 0;
}

unsigned warpParts(const Op& reduce) {
  const Op& from = *reduce.operands[0];
  int first = static_cast<int>(from.type.axisStart(reduce.axis));
  int last = first + static_cast<int>(from.type.bits[reduce.axis]);
  unsigned parts = 1;
  for (std::size_t i = kLaneBits; i < from.layout->threads.size(); ++i)
    if (int bit = from.layout->threads[i]; bit >= first && bit < last) parts *= 2;
  return parts;
}

namespace {

unsigned neededBytes(const Op& op) {
  if (op.code == Opcode::Convert) {
    if (op.layout->threads == op.operands[0]->layout->threads) return 0;  // within each thread
    std::size_t rows = op.type.size() >> op.type.bits.back();
    return aligned(
        static_cast<unsigned>((op.type.size() + rows * rowPadding(op.type)) * elementBytes(op.type.element)));
  }
  if (op.code == Opcode::Reduce)
    if (unsigned parts = warpParts(op); parts > 1)
      return aligned(static_cast<unsigned>(op.type.size() * parts * accumulatorBytes(op.type.element)));
  return 0;
}

bool overlaps(const Op& a, const Op& b) {
  return a.sharedOffset < b.sharedOffset + b.sharedBytes && b.sharedOffset < a.sharedOffset + a.sharedBytes;
}

using Pending = std::set<Op*>;  // read since the last barrier

Pending transfer(const Block& block, Pending pending, bool mark) {
  for (const auto& op : block.ops) {
    if (op->sharedBytes == 0) continue;
    if (mark) op->barrierBefore = std::any_of(pending.begin(), pending.end(), [&](Op* o) { return overlaps(*o, *op); });
    pending = {op.get()};
  }
  return pending;
}

}  // namespace

void allocateShared(Function& function) {
  unsigned total = 0, largest = 0;
  for (const auto& block : function.blocks)
    for (const auto& op : block->ops) {
      op->sharedBytes = neededBytes(*op);
      total += op->sharedBytes;
      largest = std::max(largest, op->sharedBytes);
    }
  // All at once, or all in one place.
  bool distinct = total <= kMostShared;
  unsigned offset = 0;
  for (const auto& block : function.blocks)
    for (const auto& op : block->ops) {
      op->sharedOffset = distinct ? offset : 0;
      offset += op->sharedBytes;
    }
  function.sharedBytes = distinct ? total : largest;

  std::map<const Block*, Pending> in;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& block : function.blocks) {
      Pending out = transfer(*block, in[block.get()], false);
      for (const Block* next : block->successors)
        for (Op* op : out) changed |= in[next].insert(op).second;
    }
  }
  for (const auto& block : function.blocks) transfer(*block, in[block.get()], true);
}

}  // namespace gpuc::tool::tile
