#include "tool/base/text.h"
#include "tool/tile/ir.h"

#include <algorithm>
#include <set>

namespace gpuc::tool::tile {

namespace {

class Verifier {
 public:
  explicit Verifier(const Function& function) : function(function) {}

  std::string run() {
    if (function.blocks.empty()) return "a tile function has a block";
    findDominators();
    for (std::size_t i = 0; i < function.blocks.size() && problem.empty(); ++i)
      for (const auto& op : function.blocks[i]->ops) {
        check(*op, i);
        if (!problem.empty()) return strCat(mnemonic(*op), " in block ", function.blocks[i]->name, ": ", problem);
        seen.insert(op.get());
      }
    return {};
  }

 private:
  using Set = std::set<const Block*>;

  // Sets of dominating blocks, to a fixed point: tile functions have few blocks.
  void findDominators() {
    Set all;
    std::map<const Block*, std::vector<const Block*>> predecessors;
    for (const auto& block : function.blocks) {
      all.insert(block.get());
      for (const Block* next : block->successors) predecessors[next].push_back(block.get());
    }
    for (const auto& block : function.blocks) dominators[block.get()] = all;
    dominators[function.blocks[0].get()] = {function.blocks[0].get()};
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 1; i < function.blocks.size(); ++i) {
        const Block* block = function.blocks[i].get();
        Set common = all;
        for (const Block* from : predecessors[block])
          std::erase_if(common, [&](const Block* b) { return !dominators[from].contains(b); });
        common.insert(block);
        if (common != dominators[block]) {
          dominators[block] = std::move(common);
          changed = true;
        }
      }
    }
    edges = std::move(predecessors);
  }

  void expect(bool holds, const char* text) {
    if (!holds && problem.empty()) problem = text;
  }

  bool isDefined(const Op* operand, const Block* at) {
    return operand->block == at ? seen.contains(operand) : dominators[at].contains(operand->block);
  }

  void check(const Op& op, std::size_t index) {
    const Block* block = function.blocks[index].get();
    for (std::size_t i = 0; i < op.operands.size(); ++i) {
      const Op* operand = op.operands[i];
      expect(operand && operand->isValue(), "an operand is no value");
      if (!problem.empty()) return;
      if (op.code == Opcode::Phi)
        expect(dominators[op.incoming[i]].contains(operand->block), "an operand does not reach its predecessor");
      else
        expect(isDefined(operand, block), "an operand is used before its definition");
    }
    if (op.layout) expect(isValid(*op.layout, op.type.totalBits()), "the layout does not cover the tile");
    expect(op.type.rank() >= 1 && op.type.rank() <= abi::tile_most_axes, "a tile has one to three axes");
    checkTypes(op, block);
  }

  void checkCount(const Op& op, std::size_t operands, std::size_t scalars) {
    expect(op.operands.size() == operands, "the number of operands is wrong");
    expect(op.scalars.size() == scalars, "the number of scalars is wrong");
  }

  void checkSame(const Op& op, std::size_t from = 0) {
    for (std::size_t i = from; i < op.operands.size(); ++i)
      expect(op.operands[i]->type == op.type, "an operand has another type than the result");
  }

  void checkTypes(const Op& op, const Block* block) {
    std::size_t rank = op.type.rank();
    const Type* first = op.operands.empty() ? nullptr : &op.operands[0]->type;
    switch (op.code) {
      case Opcode::Phi:
        expect(op.operands.size() == edges[block].size(), "a phi has a value for each predecessor");
        for (const Block* from : edges[block])
          expect(std::find(op.incoming.begin(), op.incoming.end(), from) != op.incoming.end(),
                 "a phi has a value for each predecessor");
        checkSame(op);
        break;
      case Opcode::Load: checkCount(op, 0, 1 + 2 * rank); break;
      case Opcode::Store:
        checkCount(op, 1, 1 + 2 * rank);
        checkSame(op);
        break;
      case Opcode::Full: checkCount(op, 0, 1); break;
      case Opcode::Iota:
        checkCount(op, 0, 0);
        expect(op.detail < rank && !isFloat(op.type.element), "iota counts along an axis in integers");
        break;
      case Opcode::Unary:
      case Opcode::Convert:
        checkCount(op, 1, 0);
        if (problem.empty()) checkSame(op);
        break;
      case Opcode::Binary:
        checkCount(op, 2, 0);
        if (problem.empty()) checkSame(op);
        break;
      case Opcode::Fma:
        checkCount(op, 3, 0);
        if (problem.empty()) checkSame(op);
        break;
      case Opcode::Compare:
        checkCount(op, 2, 0);
        if (!problem.empty()) break;
        expect(op.type.element == abi::tile_bool && first->sameShape(op.type) && *first == op.operands[1]->type,
               "a comparison of two tiles of one type gives bool");
        break;
      case Opcode::Select:
        checkCount(op, 3, 0);
        if (!problem.empty()) break;
        expect(first->element == abi::tile_bool && first->sameShape(op.type), "the condition is a tile of bool");
        checkSame(op, 1);
        break;
      case Opcode::Choose:
        checkCount(op, 2, 1);
        if (problem.empty()) checkSame(op);
        break;
      case Opcode::Cast:
        checkCount(op, 1, 0);
        if (problem.empty()) expect(first->sameShape(op.type), "a cast keeps the shape");
        break;
      case Opcode::Broadcast:
        checkCount(op, 1, 0);
        if (!problem.empty()) break;
        expect(first->element == op.type.element && first->rank() == rank, "a broadcast keeps element and rank");
        for (unsigned axis = 0; axis < rank && problem.empty(); ++axis)
          expect(first->bits[axis] == op.type.bits[axis] || first->bits[axis] == 0,
                 "only an axis of extent 1 is repeated");
        break;
      case Opcode::Reshape:
        checkCount(op, 1, 0);
        if (problem.empty())
          expect(first->element == op.type.element && first->size() == op.type.size(), "a reshape keeps the elements");
        break;
      case Opcode::Permute:
        checkCount(op, 1, 0);
        if (!problem.empty()) break;
        expect(first->element == op.type.element && first->rank() == rank, "a permutation keeps element and rank");
        for (unsigned axis = 0; axis < rank && problem.empty(); ++axis) {
          unsigned from = op.detail >> 2 * axis & 3;
          expect(from < rank && first->bits[from] == op.type.bits[axis], "the order does not give this shape");
        }
        break;
      case Opcode::Reduce:
        checkCount(op, 1, 0);
        if (!problem.empty()) break;
        expect(first->element == op.type.element && first->rank() == rank && op.axis < rank, "there is no such axis");
        for (unsigned axis = 0; axis < rank && problem.empty(); ++axis)
          expect(op.type.bits[axis] == (axis == op.axis ? 0 : first->bits[axis]), "a reduction keeps the other axes");
        break;
      case Opcode::Mma: {
        checkCount(op, 3, 0);
        if (!problem.empty()) break;
        const Type &a = *first, &b = op.operands[1]->type;
        expect(rank == 2 && a.rank() == 2 && b.rank() == 2 && a.bits[0] == op.type.bits[0] && a.bits[1] == b.bits[0] &&
                   b.bits[1] == op.type.bits[1],
               "the shapes do not make a product");
        expect(a.element == b.element && (a.element == abi::tile_f16 || a.element == abi::tile_bf16) &&
                   op.type.element == abi::tile_f32,
               "mma multiplies half or bfloat16 and adds in float");
        expect(a.bits[0] >= 4 && a.bits[1] >= 4 && b.bits[1] >= 3, "mma needs at least 16 x 16 and 16 x 8");
        checkSame(op, 2);
        break;
      }
      case Opcode::Scalar:
        checkCount(op, 1, 0);
        if (problem.empty()) expect(op.type.size() == 1 && *first == op.type, "only a tile of one element is a scalar");
        break;
    }
  }

  const Function& function;
  std::map<const Block*, Set> dominators;
  std::map<const Block*, std::vector<const Block*>> edges;
  std::set<const Op*> seen;
  std::string problem;
};

}  // namespace

std::string verify(const Function& function) { return Verifier(function).run(); }

}  // namespace gpuc::tool::tile
