// What emission for both targets has in common: the walk over the tile IR with a builder at each operation's place.
#pragma once

#include "tool/tile/elements.h"
#include "tool/tile/passes.h"

#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace gpuc::tool::tile {

class Emitter {
 public:
  Emitter(Function& function, bool native)
      : function(function), builder(function.origin->getContext()), elements(builder, native) {
    splitPhiEdges();
    // Blocks are split on the way; their last instructions stay what they are.
    for (const auto& block : function.blocks) ends[block.get()] = block->origin->getTerminator();
  }
  virtual ~Emitter() = default;

  void run() {
    for (const auto& block : function.blocks)
      for (std::size_t i = 0; i < block->ops.size(); ++i) {
        builder.SetInsertPoint(placeOf(*block, i));
        builder.SetCurrentDebugLocation({});
        emit(*block->ops[i]);
      }
    finish();
  }

 protected:
  virtual void emit(Op& op) = 0;
  virtual void finish() = 0;

  // Where an operation's code goes: to its own place, or in front of the next one that has a place.
  llvm::Instruction* placeOf(const Block& block, std::size_t index) {
    for (; index < block.ops.size(); ++index) {
      llvm::Instruction* origin = block.ops[index]->origin;
      if (!origin || origin->isTerminator()) continue;
      if (llvm::isa<llvm::PHINode>(origin) && block.ops[index]->code != Opcode::Phi) continue;
      return origin;
    }
    return ends[&block];
  }

  llvm::Value* word(const Scalar& scalar) {
    return scalar.constant ? static_cast<llvm::Value*>(builder.getInt64(*scalar.constant)) : scalar.value;
  }

  llvm::AllocaInst* slot(llvm::Type* type, llvm::Align align = llvm::Align(64)) {
    llvm::BasicBlock& entry = function.origin->getEntryBlock();
    llvm::IRBuilder<> at(&entry, entry.begin());
    llvm::AllocaInst* made = at.CreateAlloca(type);
    made->setAlignment(align);
    return made;
  }

  Function& function;
  llvm::IRBuilder<> builder;
  Elements elements;
  std::map<const Block*, llvm::Instruction*> ends;

 private:
  // What a phi takes over at the end of a block must happen on that edge alone.
  void splitPhiEdges() {
    for (std::size_t i = 0; i < function.blocks.size(); ++i) {
      Block* block = function.blocks[i].get();
      if (block->ops.empty() || block->ops[0]->code != Opcode::Phi) continue;
      std::vector<Block*> sources = block->ops[0]->incoming;
      for (Block* from : sources) {
        llvm::Instruction* end = from->origin->getTerminator();
        if (end->getNumSuccessors() < 2) continue;
        llvm::BasicBlock* made = llvm::SplitEdge(from->origin, block->origin);
        auto edge = std::make_unique<Block>();
        edge->name = from->name + ".to." + block->name;
        edge->origin = made;
        edge->successors = {block};
        std::replace(from->successors.begin(), from->successors.end(), block, edge.get());
        for (const auto& op : block->ops)
          if (op->code == Opcode::Phi) std::replace(op->incoming.begin(), op->incoming.end(), from, edge.get());
        function.blocks.push_back(std::move(edge));
      }
    }
  }
};

}  // namespace gpuc::tool::tile
