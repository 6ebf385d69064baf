// layout: gives every value a layout. Loads are blocked, so that neighbouring threads read neighbouring elements; a
// matrix product fixes that of its accumulator and, going back, of the values that are added up in a loop; everything
// else takes what its operands have. Constants and broadcasts cost nothing and are made again in each layout that is
// asked for. Where an operand still has another layout, a conversion is put behind its definition.
#include "tool/tile/passes.h"

#include <algorithm>

namespace gpuc::tool::tile {

namespace {

constexpr unsigned kVectorBytes = 16;

unsigned logarithm(unsigned value) {
  unsigned bits = 0;
  while ((1u << bits) < value) ++bits;
  return bits;
}

bool isElementwise(Opcode code) {
  switch (code) {
    case Opcode::Unary:
    case Opcode::Binary:
    case Opcode::Fma:
    case Opcode::Compare:
    case Opcode::Select:
    case Opcode::Choose:
    case Opcode::Cast: return true;
    default: return false;
  }
}

// Made again rather than moved.
bool isFlexible(const Op& op) {
  return op.code == Opcode::Full || op.code == Opcode::Iota || op.code == Opcode::Broadcast;
}

class Assignment {
 public:
  explicit Assignment(Function& function)
      : function(function), users(usersOf(function)), threadBits(logarithm(function.threads)) {
    unsigned widest = 1;
    for (const auto& block : function.blocks)
      for (const auto& op : block->ops)
        if (op->code == Opcode::Load || op->code == Opcode::Store)
          widest = std::max(widest, elementBytes(op->type.element));
    vectorBits = logarithm(kVectorBytes / widest);
  }

  void run() {
    for (const auto& block : function.blocks)
      for (const auto& op : block->ops)
        if (!isFlexible(*op)) choose(*op);
    // Of a phi, operands come later; the list grows while it is walked.
    for (const auto& block : function.blocks) {
      std::vector<Op*> ops;
      for (const auto& op : block->ops) ops.push_back(op.get());
      for (Op* op : ops)
        if (!isFlexible(*op)) demandOperands(*op);
    }
    // Flexible values were made again for each demand, and are not needed themselves.
    for (const auto& block : function.blocks)
      std::erase_if(block->ops, [&](const std::unique_ptr<Op>& op) { return !op->layout && op->isValue(); });
  }

 private:
  Layout standard(const Type& type, unsigned widest) const {
    unsigned total = type.totalBits();
    unsigned vector = std::min({widest, type.bits.back(), total > threadBits ? total - threadBits : 0});
    return blockedLayout(total, threadBits, vector);
  }
  // Vectors fit the kernel's widest element, so that values of different types have one layout.
  Layout standard(const Type& type) const { return standard(type, vectorBits); }

  // What is only multiplied is converted anyway, and read in the widest vectors.
  Layout loaded(const Op& op) {
    const auto& uses = users[&op];
    bool multiplied = std::all_of(uses.begin(), uses.end(), [](const Op* user) { return user->code == Opcode::Mma; });
    return standard(op.type, multiplied ? logarithm(kVectorBytes / elementBytes(op.type.element)) : vectorBits);
  }

  // Whether the value ends up as an accumulator, through operations that keep the layout.
  bool isAccumulated(const Op& op, int budget = 8) {
    if (budget == 0 || op.type.rank() != 2 || op.type.element != abi::tile_f32) return false;
    for (const Op* user : users[&op]) {
      if (user->code == Opcode::Mma && user->operands[2] == &op) return true;
      if (isElementwise(user->code) && user->type == op.type && isAccumulated(*user, budget - 1)) return true;
    }
    return false;
  }

  void choose(Op& op) {
    if (!op.isValue()) return;
    switch (op.code) {
      case Opcode::Load: op.layout = loaded(op); break;
      case Opcode::Mma: op.layout = accumulatorLayout(op.type.bits[0], op.type.bits[1], threadBits); break;
      case Opcode::Phi:
        if (isAccumulated(op)) {
          op.layout = accumulatorLayout(op.type.bits[0], op.type.bits[1], threadBits);
          break;
        }
        [[fallthrough]];
      default: op.layout = fromOperands(op);
    }
  }

  Layout fromOperands(const Op& op) {
    for (const Op* operand : op.operands) {
      if (isFlexible(*operand) || !operand->layout) continue;
      const Layout& layout = *operand->layout;
      switch (op.code) {
        case Opcode::Reduce: return reducedLayout(layout, operand->type, op.axis);
        case Opcode::Permute: return permutedResult(layout, op.type, operand->type, op.detail);
        default: return layout;  // a reshape keeps the bits
      }
    }
    // Only of constants and broadcasts, or of a value that is not known yet.
    const Op* first = op.operands.empty() ? nullptr : op.operands[0];
    if (op.code == Opcode::Reduce) return reducedLayout(standard(first->type), first->type, op.axis);
    if (op.code == Opcode::Permute) return permutedResult(standard(first->type), op.type, first->type, op.detail);
    return standard(op.type);
  }

  void demandOperands(Op& op) {
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      const Type& type = op.operands[i]->type;
      std::optional<Layout> wanted;
      switch (op.code) {
        case Opcode::Mma: {
          unsigned m = op.type.bits[0], n = op.type.bits[1], k = op.operands[0]->type.bits[1];
          wanted = i == 0 ? leftLayout(*op.layout, m, n, k) : i == 1 ? rightLayout(*op.layout, n, k) : *op.layout;
          break;
        }
        case Opcode::Reduce:
        case Opcode::Store:
        case Opcode::Scalar: wanted = op.operands[i]->layout ? *op.operands[i]->layout : standard(type); break;
        case Opcode::Permute: wanted = permutedSource(*op.layout, op.type, type, op.detail); break;
        default: wanted = *op.layout; break;
      }
      op.operands[i] = inLayout(op.operands[i], *wanted);
    }
  }

  // The value in that layout: itself, made again, or converted.
  Op* inLayout(Op* value, const Layout& layout) {
    if (value->layout == layout) return value;
    for (const auto& [known, made] : variants[value])
      if (known == layout) return made;
    auto made = std::make_unique<Op>();
    if (isFlexible(*value)) {
      made->code = value->code;
      made->detail = value->detail;
      made->scalars = value->scalars;
      made->origin = value->origin;
      for (Op* operand : value->operands)
        made->operands.push_back(inLayout(operand, broadcastSource(layout, value->type, operand->type)));
    } else {
      made->code = Opcode::Convert;
      made->operands = {value};
    }
    made->type = value->type;
    made->layout = layout;
    Op* op = insert(*value->block, placeFor(*value), std::move(made));
    variants[value].push_back({layout, op});
    return op;
  }

  // The operation in front of which the same value in another layout stands. What is made again stands in its place,
  // so that conversions of its operands are there already.
  static const Op* placeFor(const Op& value) {
    if (isFlexible(value)) return &value;
    const auto& ops = value.block->ops;
    auto at = std::find_if(ops.begin(), ops.end(), [&](const auto& op) { return op.get() == &value; });
    for (++at; at != ops.end() && (*at)->code == Opcode::Phi; ++at) continue;
    return at == ops.end() ? nullptr : at->get();
  }

  Function& function;
  Users users;
  unsigned threadBits, vectorBits = 0;
  std::map<Op*, std::vector<std::pair<Layout, Op*>>> variants;
};

}  // namespace

void assignLayouts(Function& function) { Assignment(function).run(); }

}  // namespace gpuc::tool::tile
