// build: LLVM IR to tile IR. A handle is the result of a call of __gpuc_tile_*, or a phi or select of handles; every
// other way that one could take (memory, a call) is reported, since then the tile behind it is not known.
#include "tool/base/text.h"
#include "tool/ir/device_diagnostics.h"
#include "tool/tile/passes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <algorithm>

namespace gpuc::tool::tile {

namespace {

struct Call {
  const char* name;  // without "__gpuc_tile_"
  Opcode code;
  int detail;        // argument that is `detail`, -1: none
  unsigned handles;  // how many handles come last
};

constexpr Call kCalls[] = {
    {"load", Opcode::Load, 8, 0},       {"store", Opcode::Store, -1, 1},         {"full", Opcode::Full, -1, 0},
    {"iota", Opcode::Iota, 1, 0},       {"unary", Opcode::Unary, 1, 1},          {"binary", Opcode::Binary, 1, 2},
    {"fma", Opcode::Fma, -1, 3},        {"compare", Opcode::Compare, 1, 2},      {"select", Opcode::Select, -1, 3},
    {"cast", Opcode::Cast, -1, 1},      {"broadcast", Opcode::Broadcast, -1, 1}, {"reshape", Opcode::Reshape, -1, 1},
    {"permute", Opcode::Permute, 1, 1}, {"reduce", Opcode::Reduce, 1, 1},        {"mma", Opcode::Mma, -1, 3},
    {"scalar", Opcode::Scalar, -1, 1},
};

const Call* callOf(const llvm::Value* value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  llvm::StringRef name = callee ? callee->getName() : llvm::StringRef();
  if (!name.consume_front("__gpuc_tile_")) return nullptr;
  for (const Call& row : kCalls)
    if (name == row.name) return &row;
  return nullptr;
}

class Builder {
 public:
  Builder(llvm::Function& function, DeviceDiagnostics& diagnostics)
      : origin(function), diagnostics(diagnostics), result(std::make_unique<Function>()) {}

  std::unique_ptr<Function> run(const std::string& name, unsigned threads) {
    result->name = name;
    result->threads = threads;
    result->origin = &origin;
    makeBlocks();
    findHandles();
    if (!fine) return nullptr;
    for (llvm::BasicBlock* block : order)
      for (llvm::Instruction& instruction : *block) translate(instruction, *blocks.lookup(block));
    for (auto& [phi, op] : phis) fillPhi(*phi, *op);
    inferTypes();
    return fine ? std::move(result) : nullptr;
  }

 private:
  void makeBlocks() {
    llvm::ReversePostOrderTraversal<llvm::Function*> traversal(&origin);
    order.assign(traversal.begin(), traversal.end());
    for (llvm::BasicBlock* block : order) {
      result->blocks.push_back(std::make_unique<Block>());
      Block& made = *result->blocks.back();
      made.name = blocks.empty() ? "entry" : strCat("b", blocks.size());
      made.origin = block;
      blocks[block] = &made;
    }
    for (llvm::BasicBlock* block : order)
      for (llvm::BasicBlock* next : llvm::successors(block)) {
        auto& successors = blocks[block]->successors;
        if (std::find(successors.begin(), successors.end(), blocks[next]) == successors.end())
          successors.push_back(blocks[next]);
      }
  }

  void refuse(const llvm::Instruction& at, const char* what, const char* help) {
    fine = false;
    diagnostics.report(Code::TileFlow, at, strCat("gpuc cannot follow where a tile goes: ", what), help);
  }

  static bool isNothing(const llvm::Value* value) {
    return llvm::isa<llvm::UndefValue, llvm::ConstantPointerNull>(value);
  }

  // Every value that is a handle, found from the calls that make and take them, and every use of one.
  void findHandles() {
    llvm::SmallVector<llvm::Value*, 32> pending;
    auto add = [&](llvm::Value* value, const llvm::Instruction& user) {
      if (isNothing(value) || handles.contains(value)) return;
      bool known = callOf(value) || llvm::isa<llvm::PHINode, llvm::SelectInst>(value);
      if (!known)
        return refuse(user, "it is read from memory or comes from a call",
                      "index arrays of tiles by constants, and keep tiles out of recursion and function pointers");
      handles.insert(value);
      pending.push_back(value);
    };
    for (llvm::BasicBlock* block : order)
      for (llvm::Instruction& instruction : *block)
        if (const Call* call = callOf(&instruction)) {
          auto& made = llvm::cast<llvm::CallInst>(instruction);
          if (instruction.getType()->isPointerTy()) add(&instruction, instruction);
          for (unsigned i = 0; i < call->handles; ++i) add(made.getArgOperand(made.arg_size() - 1 - i), instruction);
        }
    while (!pending.empty()) {
      llvm::Value* value = pending.pop_back_val();
      if (auto* phi = llvm::dyn_cast<llvm::PHINode>(value))
        for (llvm::Value* operand : phi->incoming_values()) add(operand, *phi);
      if (auto* select = llvm::dyn_cast<llvm::SelectInst>(value)) {
        add(select->getTrueValue(), *select);
        add(select->getFalseValue(), *select);
      }
      for (llvm::User* user : value->users()) {
        auto* instruction = llvm::cast<llvm::Instruction>(user);
        if (callOf(instruction)) continue;
        if (llvm::isa<llvm::PHINode, llvm::SelectInst>(instruction)) {
          add(instruction, *instruction);
          continue;
        }
        refuse(*instruction,
               llvm::isa<llvm::StoreInst>(instruction) ? "it is written to memory" : "it leaves the kernel",
               "index arrays of tiles by constants, and keep tiles out of recursion and function pointers");
      }
    }
  }

  const Scalar* scalar(llvm::Value* value) {
    if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value); constant && constant->getBitWidth() <= 64)
      return result->constant(constant->getZExtValue());
    std::string name;
    for (char c : value->getName()) name += std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? c : '.';
    if (name.empty()) name = strCat("v", result->scalars.size());
    return result->named(name, value);
  }

  Op* append(Block& block, Opcode code, llvm::Instruction& at) {
    auto made = std::make_unique<Op>();
    made->code = code;
    made->origin = &at;
    return insert(block, nullptr, std::move(made));
  }

  // What a variable that was not assigned holds: any tile will do.
  Op* nothing(Block& block, llvm::Instruction& at) {
    Op* op = append(block, Opcode::Full, at);
    op->scalars.push_back(result->constant(0));
    untyped.push_back(op);
    return op;
  }

  Op* operand(llvm::Value* value, Block& block, llvm::Instruction& at) {
    return isNothing(value) ? nothing(block, at) : ops.lookup(value);
  }

  std::uint64_t constantAt(const llvm::CallInst& call, unsigned index) {
    if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(index))) return constant->getZExtValue();
    refuse(call, "its operation is chosen when the kernel runs", "choose between tiles instead");
    return 0;
  }

  void translate(llvm::Instruction& instruction, Block& block) {
    if (const Call* row = callOf(&instruction))
      return translateCall(llvm::cast<llvm::CallInst>(instruction), *row, block);
    if (!handles.contains(&instruction)) return;
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
      Op* a = operand(select->getTrueValue(), block, instruction);
      Op* b = operand(select->getFalseValue(), block, instruction);
      Op* op = append(block, Opcode::Choose, instruction);
      op->operands = {a, b};
      op->scalars = {scalar(select->getCondition())};
      ops[&instruction] = op;
      untyped.push_back(op);
      return;
    }
    Op* op = append(block, Opcode::Phi, instruction);
    ops[&instruction] = op;
    phis.push_back({llvm::cast<llvm::PHINode>(&instruction), op});
    untyped.push_back(op);
  }

  void translateCall(llvm::CallInst& call, const Call& row, Block& block) {
    std::vector<Op*> operands;
    for (unsigned i = call.arg_size() - row.handles; i < call.arg_size(); ++i)
      operands.push_back(operand(call.getArgOperand(i), block, call));
    Op* op = append(block, row.code, call);
    op->operands = std::move(operands);
    op->type = decodeType(constantAt(call, 0));
    if (row.detail >= 0) op->detail = static_cast<unsigned>(constantAt(call, static_cast<unsigned>(row.detail)));
    if (row.code == Opcode::Reduce) op->axis = static_cast<unsigned>(constantAt(call, 2));
    if (row.code == Opcode::Full) op->scalars.push_back(scalar(call.getArgOperand(1)));
    if (row.code == Opcode::Load || row.code == Opcode::Store) {
      op->scalars.push_back(scalar(call.getArgOperand(1)));
      for (unsigned first : {2u, 5u})
        for (unsigned axis = 0; axis < op->type.rank(); ++axis)
          op->scalars.push_back(scalar(call.getArgOperand(first + axis)));
    }
    // A use of what was never assigned has the type that its user expects; only the same one can be told.
    for (Op* operand : op->operands)
      if (operand && operand->type.bits.empty() && operand->code == Opcode::Full) operand->type = op->type;
    if (op->isValue()) ops[&call] = op;
  }

  void fillPhi(llvm::PHINode& phi, Op& op) {
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      llvm::BasicBlock* from = phi.getIncomingBlock(i);
      Block* block = blocks.lookup(from);
      if (!block || std::find(op.incoming.begin(), op.incoming.end(), block) != op.incoming.end()) continue;
      Op* value = operand(phi.getIncomingValue(i), *block, *from->getTerminator());
      op.operands.push_back(value);
      op.incoming.push_back(block);
    }
  }

  // Phis and selects have the type of their operands, and what is not assigned that of its user.
  void inferTypes() {
    for (bool changed = true; changed;) {
      changed = false;
      auto give = [&](Op* to, const Op* from) {
        if (!to->type.bits.empty() || from->type.bits.empty()) return;
        to->type = from->type;
        changed = true;
      };
      for (const auto& block : result->blocks)
        for (const auto& op : block->ops)
          if (op->code == Opcode::Phi || op->code == Opcode::Choose)
            for (Op* operand : op->operands) {
              give(op.get(), operand);
              give(operand, op.get());
            }
    }
    // What is left has no value anywhere.
    for (Op* op : untyped)
      if (op->type.bits.empty()) op->type.bits = {0};
  }

  llvm::Function& origin;
  DeviceDiagnostics& diagnostics;
  std::unique_ptr<Function> result;
  std::vector<llvm::BasicBlock*> order;
  llvm::DenseMap<llvm::BasicBlock*, Block*> blocks;
  llvm::SmallPtrSet<llvm::Value*, 32> handles;
  llvm::DenseMap<llvm::Value*, Op*> ops;
  std::vector<std::pair<llvm::PHINode*, Op*>> phis;
  std::vector<Op*> untyped;
  bool fine = true;
};

}  // namespace

std::unique_ptr<Function> build(llvm::Function& function, const std::string& name, unsigned threads,
                                DeviceDiagnostics& diagnostics) {
  return Builder(function, diagnostics).run(name, threads);
}

void removeHandles(Function& function) {
  std::vector<llvm::Instruction*> dead;
  for (llvm::Instruction& instruction : llvm::instructions(*function.origin))
    if (callOf(&instruction)) dead.push_back(&instruction);
  // Phis and selects of handles, from the calls onwards.
  llvm::SmallPtrSet<llvm::Instruction*, 32> seen(dead.begin(), dead.end());
  for (std::size_t i = 0; i < dead.size(); ++i)
    for (llvm::User* user : dead[i]->users())
      if (auto* next = llvm::dyn_cast<llvm::Instruction>(user); next && seen.insert(next).second)
        if (llvm::isa<llvm::PHINode, llvm::SelectInst>(next)) dead.push_back(next);
  for (llvm::Instruction* instruction : dead)
    if (!instruction->getType()->isVoidTy())
      instruction->replaceAllUsesWith(llvm::PoisonValue::get(instruction->getType()));
  for (llvm::Instruction* instruction : dead) instruction->eraseFromParent();
}

}  // namespace gpuc::tool::tile
