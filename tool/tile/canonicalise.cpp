// canonicalise: one operation for equal values, views of views as one view, nothing that nobody uses. Later steps
// then need not think of a broadcast of a constant or a cast to the same type.
#include "tool/tile/passes.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace gpuc::tool::tile {

namespace {

bool isPure(const Op& op) { return op.isValue() && op.code != Opcode::Phi; }

// What an operation is the same as, or null. May change the operation in place.
Op* simplified(Function& function, Op& op) {
  Op* first = op.operands.empty() ? nullptr : op.operands[0];
  switch (op.code) {
    case Opcode::Broadcast:
      if (first->type == op.type) return first;
      if (first->code == Opcode::Full) {
        op.code = Opcode::Full;
        op.scalars = first->scalars;
        op.operands.clear();
      } else if (first->code == Opcode::Broadcast) {
        op.operands[0] = first->operands[0];
      }
      return nullptr;
    case Opcode::Reshape:
      if (first->type == op.type) return first;
      if (first->code == Opcode::Full) {
        op.code = Opcode::Full;
        op.scalars = first->scalars;
        op.operands.clear();
      } else if (first->code == Opcode::Reshape) {
        op.operands[0] = first->operands[0];
      }
      return nullptr;
    case Opcode::Permute: {
      if (first->code == Opcode::Full) {
        op.code = Opcode::Full;
        op.scalars = first->scalars;
        op.operands.clear();
        op.detail = 0;
        return nullptr;
      }
      if (first->code == Opcode::Permute) {
        unsigned order = 0;
        for (unsigned axis = 0; axis < op.type.rank(); ++axis)
          order |= (first->detail >> 2 * (op.detail >> 2 * axis & 3) & 3) << 2 * axis;
        op.detail = order;
        op.operands[0] = first->operands[0];
      }
      bool identity = true;
      for (unsigned axis = 0; axis < op.type.rank(); ++axis) identity &= (op.detail >> 2 * axis & 3) == axis;
      return identity ? op.operands[0] : nullptr;
    }
    case Opcode::Cast:
    case Opcode::Convert: return first->type == op.type && op.code == Opcode::Cast ? first : nullptr;
    case Opcode::Choose:
    case Opcode::Select: {
      std::size_t arm = op.code == Opcode::Select;
      return op.operands[arm] == op.operands[arm + 1] ? op.operands[arm] : nullptr;
    }
    case Opcode::Reduce: return op.operands[0]->type == op.type ? first : nullptr;
    case Opcode::Phi: {
      // A phi of one value and itself is that value.
      Op* only = nullptr;
      for (Op* operand : op.operands) {
        if (operand == &op || operand == only) continue;
        if (only) return nullptr;
        only = operand;
      }
      return only;
    }
    default: return nullptr;
  }
}

void removeUnused(Function& function) {
  std::set<const Op*> live;
  std::vector<const Op*> pending;
  for (const auto& block : function.blocks)
    for (const auto& op : block->ops)
      if (!op->isValue()) pending.push_back(op.get());
  while (!pending.empty()) {
    const Op* op = pending.back();
    pending.pop_back();
    if (!live.insert(op).second) continue;
    pending.insert(pending.end(), op->operands.begin(), op->operands.end());
  }
  for (const auto& block : function.blocks)
    std::erase_if(block->ops, [&](const std::unique_ptr<Op>& op) { return !live.contains(op.get()); });
}

// Equal operations of one block are one; across blocks LLVM has found them.
void mergeEqual(Function& function) {
  using Key = std::tuple<Opcode, unsigned, unsigned, Element, std::vector<unsigned>, std::vector<Op*>,
                         std::vector<const Scalar*>>;
  for (const auto& block : function.blocks) {
    std::map<Key, Op*> seen;
    for (const auto& op : block->ops) {
      if (!isPure(*op)) continue;
      Key key{op->code, op->detail, op->axis, op->type.element, op->type.bits, op->operands, op->scalars};
      auto [found, inserted] = seen.emplace(std::move(key), op.get());
      if (!inserted) replaceUses(function, op.get(), found->second);
    }
  }
}

}  // namespace

void canonicalise(Function& function) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& block : function.blocks)
      for (const auto& op : block->ops) {
        Opcode before = op->code;
        std::vector<Op*> operands = op->operands;
        Op* same = simplified(function, *op);
        changed |= op->code != before || op->operands != operands;
        if (!same || same == op.get()) continue;
        Users users = usersOf(function);
        if (users[op.get()].empty()) continue;
        replaceUses(function, op.get(), same);
        changed = true;
      }
  }
  mergeEqual(function);
  removeUnused(function);
}

}  // namespace gpuc::tool::tile
