#include "tool/tile/ir.h"

namespace gpuc::tool::tile {

unsigned Type::totalBits() const {
  unsigned total = 0;
  for (unsigned axis : bits) total += axis;
  return total;
}

unsigned Type::axisStart(unsigned axis) const {
  unsigned start = 0;
  for (unsigned later = axis + 1; later < rank(); ++later) start += bits[later];
  return start;
}

Type decodeType(abi::tile_type word) {
  Type type;
  type.element = static_cast<Element>(word & 0xff);
  for (unsigned axis = 0; axis < (word >> 8 & 0xff); ++axis)
    type.bits.push_back(static_cast<unsigned>(word >> (16 + 8 * axis) & 0xff));
  return type;
}

unsigned elementBytes(Element element) {
  switch (element) {
    case abi::tile_bool: return 1;
    case abi::tile_f16:
    case abi::tile_bf16: return 2;
    case abi::tile_i32:
    case abi::tile_u32:
    case abi::tile_f32: return 4;
    case abi::tile_i64:
    case abi::tile_u64:
    case abi::tile_f64: return 8;
  }
  return 0;
}

bool isFloat(Element element) { return element >= abi::tile_f16; }
bool isSigned(Element element) { return element == abi::tile_i32 || element == abi::tile_i64; }

const char* elementName(Element element) {
  constexpr const char* names[] = {"bool", "i32", "u32", "i64", "u64", "f16", "bf16", "f32", "f64"};
  return names[element];
}

const Scalar* Function::constant(std::uint64_t value) {
  for (const Scalar& scalar : scalars)
    if (scalar.constant == value) return &scalar;
  scalars.push_back({std::to_string(value), value, nullptr});
  return &scalars.back();
}

const Scalar* Function::named(const std::string& name, llvm::Value* value) {
  for (const Scalar& scalar : scalars)
    if (!scalar.constant && (value ? scalar.value == value : scalar.name == name)) return &scalar;
  scalars.push_back({name, std::nullopt, value});
  return &scalars.back();
}

Users usersOf(const Function& function) {
  Users users;
  for (const auto& block : function.blocks)
    for (const auto& op : block->ops)
      for (const Op* operand : op->operands) users[operand].push_back(op.get());
  return users;
}

void replaceUses(Function& function, Op* from, Op* to) {
  for (const auto& block : function.blocks)
    for (const auto& op : block->ops)
      for (Op*& operand : op->operands)
        if (operand == from) operand = to;
}

Op* insert(Block& block, const Op* before, std::unique_ptr<Op> made) {
  made->block = &block;
  Op* op = made.get();
  auto at = block.ops.end();
  if (before)
    for (at = block.ops.begin(); at->get() != before;) ++at;
  block.ops.insert(at, std::move(made));
  return op;
}

}  // namespace gpuc::tool::tile
