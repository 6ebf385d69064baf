// The tile IR: what a tile kernel computes, between LLVM IR and LLVM IR. It holds the operations on tiles only; the
// scalar code around them stays in the LLVM function that it was built from, so blocks mirror that function's blocks
// and scalar operands are names of its values. In text form the names are all there is:
//
//   tile @softmax threads 128 {
//   block entry ->
//     %0 = load f32[4,1024] $x ($row, $column) of ($rows, $columns) pad lowest
//     %1 = reduce max axis 1 f32[4,1] %0
//     %2 = broadcast f32[4,1024] %1
//     %3 = sub f32[4,1024] %0, %2
//     store f32[4,1024] %3, $y ($row, $column) of ($rows, $columns)
//   }
#pragma once

#include "lib/include/gpuc/device/tile_builtins.hpp"
#include "tool/tile/layout.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace gpuc::tool::tile {

using Element = abi::tile_element;

struct Type {
  Element element = abi::tile_f32;
  std::vector<unsigned> bits;  // logarithm of the extent, per axis

  unsigned rank() const { return static_cast<unsigned>(bits.size()); }
  unsigned totalBits() const;
  std::size_t size() const { return std::size_t{1} << totalBits(); }
  std::size_t extent(unsigned axis) const { return std::size_t{1} << bits[axis]; }
  // The lowest bit of `axis` in an element's row-major number.
  unsigned axisStart(unsigned axis) const;
  bool sameShape(const Type& other) const { return bits == other.bits; }
  bool operator==(const Type&) const = default;
};

Type decodeType(abi::tile_type word);
unsigned elementBytes(Element element);
bool isFloat(Element element);
bool isSigned(Element element);
const char* elementName(Element element);

enum class Opcode {
  Phi,
  Load,    // detail: padding; scalars: pointer, origin and extents
  Store,   // operand; scalars as for Load
  Full,    // scalars: bits
  Iota,    // detail: axis
  Unary,   // detail: abi::tile_unary_operation
  Binary,  // detail: abi::tile_binary_operation
  Fma,
  Compare,  // detail: abi::tile_comparison
  Select,   // by a tile of bool
  Choose,   // by a scalar: scalars[0]
  Cast,
  Broadcast,
  Reshape,
  Permute,  // detail: two bits an axis
  Reduce,   // detail: abi::tile_reduction
  Mma,
  Scalar,   // the bits of the one element
  Convert,  // to another layout
};

// A value of the LLVM function, or a constant.
struct Scalar {
  std::string name;  // without '$'; for a constant its digits
  std::optional<std::uint64_t> constant;
  llvm::Value* value = nullptr;  // null in a function that was parsed from text
};

struct Block;

struct Op {
  Opcode code = Opcode::Full;
  unsigned detail = 0;
  unsigned axis = 0;  // Reduce
  Type type;          // of the result; of the operand for Store and Scalar
  std::vector<Op*> operands;
  std::vector<const Scalar*> scalars;
  std::vector<Block*> incoming;         // Phi: of each operand
  llvm::Instruction* origin = nullptr;  // where its code belongs
  Block* block = nullptr;

  // Layout assignment and what follows it.
  std::optional<Layout> layout;
  // Shared memory that Convert, and Reduce across warps, pass their data through.
  unsigned sharedBytes = 0, sharedOffset = 0;
  bool barrierBefore = false;  // others may still be reading what is written there

  bool isValue() const { return code != Opcode::Store && code != Opcode::Scalar; }
};

struct Block {
  std::string name;
  std::vector<std::unique_ptr<Op>> ops;
  std::vector<Block*> successors;
  llvm::BasicBlock* origin = nullptr;
};

struct Function {
  std::string name;
  unsigned threads = 128;
  unsigned sharedBytes = 0;
  std::vector<std::unique_ptr<Block>> blocks;  // the entry first, then in reverse post-order
  std::deque<Scalar> scalars;
  llvm::Function* origin = nullptr;

  const Scalar* constant(std::uint64_t value);
  const Scalar* named(const std::string& name, llvm::Value* value);
};

// How often each value is used, and by whom.
using Users = std::map<const Op*, std::vector<Op*>>;
Users usersOf(const Function& function);
void replaceUses(Function& function, Op* from, Op* to);

// Inserts before `before`, or at the block's end where that is null.
Op* insert(Block& block, const Op* before, std::unique_ptr<Op> made);

std::string print(const Function& function);

struct Parsed {
  std::unique_ptr<Function> function;
  std::string error;  // "line 3: ..." where the function is null
};
Parsed parse(const std::string& text);

// What is wrong with the function, or nothing: types of operands, definitions before uses, phis that fit their block.
std::string verify(const Function& function);

// The mnemonic of an operation, and back.
std::string mnemonic(const Op& op);
bool findMnemonic(const std::string& text, Opcode& code, unsigned& detail);

}  // namespace gpuc::tool::tile
