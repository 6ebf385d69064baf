// Emission for the CPU executor: one logical thread runs over each tile. A tile that is read more than once, or that
// is added up, lies in a buffer on the stack; anything else is computed where it is used, so that a chain of
// elementwise operations is one loop. A load that lies inside of its tensor is read in place.
#include "tool/tile/emitter.h"

#include "llvm/IR/Module.h"

namespace gpuc::tool::tile {

namespace {

using llvm::Value;
using Indices = llvm::SmallVector<Value*, 3>;

class CpuEmitter : public Emitter {
 public:
  explicit CpuEmitter(Function& function) : Emitter(function, /*native=*/false), users(usersOf(function)) {
    findInPlace();
    for (const auto& block : function.blocks)
      for (const auto& op : block->ops)
        if (op->code == Opcode::Phi) buffers[op.get()] = makeBuffer(op->type);
  }

 private:
  // Elements in memory: at base plus the sum of index times stride.
  struct Buffer {
    Value* base = nullptr;
    Indices strides;
  };

  bool isTrivial(const Op& op) const { return op.code == Opcode::Full || op.code == Opcode::Iota; }
  bool isView(const Op& op) const {
    return op.code == Opcode::Broadcast || op.code == Opcode::Reshape || op.code == Opcode::Permute;
  }

  // Whether the elements are computed once, into a buffer.
  bool needsBuffer(const Op& op) {
    if (op.code == Opcode::Load || op.code == Opcode::Reduce || op.code == Opcode::Mma || op.code == Opcode::Phi)
      return true;
    const auto& uses = users[&op];
    auto by = [&](auto wanted) { return std::any_of(uses.begin(), uses.end(), wanted); };
    if (by([&](const Op* user) {
          return user->code == Opcode::Phi || (user->code == Opcode::Mma && user->operands[2] != &op);
        }))
      return true;
    if (isTrivial(op)) return false;
    if (isView(op)) return needsBuffer(*op.operands[0]) || isTrivial(*op.operands[0]) ? false : uses.size() > 1;
    // A broadcast would compute each element again for every repetition.
    return uses.size() > 1 ||
           by([&](const Op* user) { return user->code == Opcode::Broadcast || user->block != op.block; });
  }

  Buffer makeBuffer(const Type& type) {
    Buffer buffer;
    buffer.base = slot(llvm::ArrayType::get(elements.memoryType(type.element), type.size()));
    for (unsigned axis = 0; axis < type.rank(); ++axis)
      buffer.strides.push_back(builder.getInt64(std::uint64_t{1} << type.axisStart(axis)));
    return buffer;
  }

  // A product whose accumulator nothing else reads adds to it where it lies.
  void findInPlace() {
    for (const auto& block : function.blocks)
      for (const auto& op : block->ops) {
        if (op->code != Opcode::Mma) continue;
        Op* sum = op->operands[2];
        if (sum->code != Opcode::Phi || users[sum].size() != 1) continue;
        if (std::find(sum->operands.begin(), sum->operands.end(), op.get()) != sum->operands.end())
          inPlace[op.get()] = sum;
      }
  }

  // Runs `body` for each index below `counts`; an extent of 1 needs no loop. The builder stands behind the loops.
  template <class Body>
  void loops(llvm::ArrayRef<Value*> counts, Body body) {
    llvm::Instruction* end = &*builder.GetInsertPoint();
    Indices indices;
    for (Value* count : counts) {
      auto* constant = llvm::dyn_cast<llvm::ConstantInt>(count);
      if (constant && constant->isOne()) {
        indices.push_back(builder.getInt64(0));
        continue;
      }
      auto [inside, index] = llvm::SplitBlockAndInsertSimpleForLoop(count, builder.GetInsertPoint());
      builder.SetInsertPoint(inside);
      indices.push_back(index);
    }
    body(indices);
    builder.SetInsertPoint(end);
  }

  Indices extents(const Type& type) {
    Indices counts;
    for (unsigned axis = 0; axis < type.rank(); ++axis) counts.push_back(builder.getInt64(type.extent(axis)));
    return counts;
  }

  Value* address(const Buffer& buffer, Element element, llvm::ArrayRef<Value*> indices) {
    Value* offset = builder.getInt64(0);
    for (std::size_t axis = 0; axis < indices.size(); ++axis)
      offset = builder.CreateAdd(offset, builder.CreateMul(indices[axis], buffer.strides[axis], "", true, true), "",
                                 true, true);
    return builder.CreateInBoundsGEP(elements.memoryType(element), buffer.base, offset);
  }
  Value* read(const Buffer& buffer, Element element, llvm::ArrayRef<Value*> indices) {
    return elements.fromMemory(element,
                               builder.CreateLoad(elements.memoryType(element), address(buffer, element, indices)));
  }
  void write(const Buffer& buffer, Element element, llvm::ArrayRef<Value*> indices, Value* value) {
    builder.CreateStore(elements.toMemory(element, value), address(buffer, element, indices));
  }

  // The element of a value at `indices`.
  Value* element(const Op& op, llvm::ArrayRef<Value*> indices) {
    if (auto found = buffers.find(&op); found != buffers.end()) return read(found->second, op.type.element, indices);
    switch (op.code) {
      case Opcode::Full: return elements.fromBits(op.type.element, word(*op.scalars[0]));
      case Opcode::Iota: return builder.CreateZExtOrTrunc(indices[op.detail], elements.registerType(op.type.element));
      case Opcode::Choose:
        return builder.CreateSelect(op.scalars[0]->value, element(*op.operands[0], indices),
                                    element(*op.operands[1], indices));
      case Opcode::Broadcast: {
        Indices source(indices);
        for (unsigned axis = 0; axis < op.type.rank(); ++axis)
          if (op.operands[0]->type.bits[axis] != op.type.bits[axis]) source[axis] = builder.getInt64(0);
        return element(*op.operands[0], source);
      }
      case Opcode::Permute: {
        Indices source(op.type.rank());
        for (unsigned axis = 0; axis < op.type.rank(); ++axis) source[op.detail >> 2 * axis & 3] = indices[axis];
        return element(*op.operands[0], source);
      }
      case Opcode::Reshape: {
        Value* number = builder.getInt64(0);
        for (unsigned axis = 0; axis < op.type.rank(); ++axis)
          number = builder.CreateOr(number, builder.CreateShl(indices[axis], op.type.axisStart(axis)));
        const Type& from = op.operands[0]->type;
        Indices source;
        for (unsigned axis = 0; axis < from.rank(); ++axis)
          source.push_back(builder.CreateAnd(builder.CreateLShr(number, from.axisStart(axis)), from.extent(axis) - 1));
        return element(*op.operands[0], source);
      }
      default: {
        llvm::SmallVector<Value*, 3> operands;
        for (const Op* operand : op.operands) operands.push_back(element(*operand, indices));
        return elements.apply(op, operands);
      }
    }
  }

  void emit(Op& op) override {
    switch (op.code) {
      case Opcode::Phi: return;
      case Opcode::Load: return load(op);
      case Opcode::Store: return store(op);
      case Opcode::Reduce: return reduce(op);
      case Opcode::Mma: return multiply(op);
      case Opcode::Scalar: {
        Indices zero(op.type.rank(), builder.getInt64(0));
        op.origin->replaceAllUsesWith(elements.toBits(op.type.element, element(*op.operands[0], zero)));
        return;
      }
      default: break;
    }
    if (!needsBuffer(op)) return;
    Buffer buffer = makeBuffer(op.type);
    loops(extents(op.type), [&](auto& at) { write(buffer, op.type.element, at, element(op, at)); });
    buffers[&op] = buffer;
  }

  // The part of a tensor that a load or store is about.
  struct Part {
    Buffer buffer;   // from the tile's first element on, with the tensor's strides
    Indices counts;  // elements of the tile inside of the tensor
    Value* whole;    // whether that is all of them
  };
  Part partOf(const Op& op) {
    unsigned rank = op.type.rank();
    Part part;
    part.buffer.strides.assign(rank, builder.getInt64(1));
    for (unsigned axis = rank - 1; axis-- > 0;)
      part.buffer.strides[axis] =
          builder.CreateMul(part.buffer.strides[axis + 1], word(*op.scalars[1 + rank + axis + 1]));
    part.whole = builder.getTrue();
    Indices origin;
    for (unsigned axis = 0; axis < rank; ++axis) {
      origin.push_back(word(*op.scalars[1 + axis]));
      Value* left = builder.CreateSub(word(*op.scalars[1 + rank + axis]), origin.back());
      Value* extent = builder.getInt64(op.type.extent(axis));
      part.whole = builder.CreateAnd(part.whole, builder.CreateICmpUGE(left, extent));
      part.counts.push_back(builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, extent));
    }
    part.buffer.base = op.scalars[0]->value;
    part.buffer.base = address(part.buffer, op.type.element, origin);
    return part;
  }

  void load(Op& op) {
    Part part = partOf(op);
    Buffer copy = makeBuffer(op.type);
    llvm::Instruction* behind = &*builder.GetInsertPoint();
    llvm::Instruction *wholeEnd = nullptr, *partialEnd = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(part.whole, behind, &wholeEnd, &partialEnd);
    builder.SetInsertPoint(partialEnd);
    Value* padding = elements.padding(op.type.element, op.detail);
    loops(extents(op.type), [&](auto& at) { write(copy, op.type.element, at, padding); });
    loops(part.counts, [&](auto& at) { write(copy, op.type.element, at, read(part.buffer, op.type.element, at)); });
    llvm::BasicBlock* partialBlock = builder.GetInsertBlock();
    builder.SetInsertPoint(behind->getParent(), behind->getParent()->begin());
    auto merge = [&](Value* whole, Value* partial) {
      llvm::PHINode* phi = builder.CreatePHI(whole->getType(), 2);
      phi->addIncoming(whole, wholeEnd->getParent());
      phi->addIncoming(partial, partialBlock);
      return phi;
    };
    Buffer buffer;
    buffer.base = merge(part.buffer.base, copy.base);
    for (unsigned axis = 0; axis + 1 < op.type.rank(); ++axis)
      buffer.strides.push_back(merge(part.buffer.strides[axis], copy.strides[axis]));
    buffer.strides.push_back(builder.getInt64(1));
    buffers[&op] = buffer;
  }

  void store(Op& op) {
    Part part = partOf(op);
    loops(part.counts, [&](auto& at) { write(part.buffer, op.type.element, at, element(*op.operands[0], at)); });
  }

  void reduce(Op& op) {
    const Op& from = *op.operands[0];
    Element type = op.type.element;
    Buffer buffer = makeBuffer(op.type);
    llvm::AllocaInst* sum = slot(elements.accumulatorType(type), llvm::Align(8));
    loops(extents(op.type), [&](auto& at) {
      builder.CreateStore(elements.identity(type, op.detail), sum);
      loops({builder.getInt64(from.type.extent(op.axis))}, [&](auto& along) {
        Indices source(at);
        source[op.axis] = along[0];
        Value* next = elements.widen(type, element(from, source));
        Value* before = builder.CreateLoad(sum->getAllocatedType(), sum);
        builder.CreateStore(elements.combine(type, op.detail, before, next), sum);
      });
      write(buffer, type, at, elements.narrow(type, builder.CreateLoad(sum->getAllocatedType(), sum)));
    });
    buffers[&op] = buffer;
  }

  // Two rows by 32 columns of the result at a time in vector registers; the right operand converted to float once.
  void multiply(Op& op) {
    const Op &a = *op.operands[0], &b = *op.operands[1], &c = *op.operands[2];
    Element half = a.type.element;
    unsigned width = static_cast<unsigned>(std::min<std::size_t>(op.type.extent(1), 32));
    Type rightType = b.type;
    rightType.element = abi::tile_f32;
    Buffer right = makeBuffer(rightType);
    loops(extents(b.type), [&](auto& at) { write(right, abi::tile_f32, at, elements.toFloat(half, element(b, at))); });
    auto place = inPlace.find(&op);
    Buffer result = place == inPlace.end() ? makeBuffer(op.type) : buffers.at(place->second);
    if (place == inPlace.end())
      loops(extents(op.type), [&](auto& at) { write(result, abi::tile_f32, at, element(c, at)); });

    auto* vector = llvm::FixedVectorType::get(builder.getFloatTy(), width);
    llvm::AllocaInst* sums[2] = {slot(vector), slot(vector)};
    Value* rows = builder.getInt64(op.type.extent(0) / 2);
    Value* columns = builder.getInt64(op.type.extent(1) / width);
    loops({rows, columns}, [&](auto& at) {
      Value* row = builder.CreateShl(at[0], 1);
      Value* column = builder.CreateMul(at[1], builder.getInt64(width));
      Value* rowOf[2] = {row, builder.CreateAdd(row, builder.getInt64(1))};
      for (int i = 0; i < 2; ++i) {
        Value* start = address(result, abi::tile_f32, {rowOf[i], column});
        builder.CreateStore(builder.CreateAlignedLoad(vector, start, llvm::Align(4)), sums[i]);
      }
      loops({builder.getInt64(a.type.extent(1))}, [&](auto& k) {
        Value* line = builder.CreateAlignedLoad(vector, address(right, abi::tile_f32, {k[0], column}), llvm::Align(4));
        for (int i = 0; i < 2; ++i) {
          Value* left = elements.toFloat(half, element(a, {rowOf[i], k[0]}));
          Value* sum = builder.CreateLoad(vector, sums[i]);
          sum = builder.CreateIntrinsic(llvm::Intrinsic::fma, {vector},
                                        {builder.CreateVectorSplat(width, left), line, sum});
          builder.CreateStore(sum, sums[i]);
        }
      });
      for (int i = 0; i < 2; ++i)
        builder.CreateAlignedStore(builder.CreateLoad(vector, sums[i]),
                                   address(result, abi::tile_f32, {rowOf[i], column}), llvm::Align(4));
    });
    buffers[&op] = result;
  }

  // What phis take over, at the end of each predecessor: all values first where one phi takes another's.
  void finish() override {
    std::map<Block*, std::vector<std::pair<Op*, Op*>>> edges;
    for (const auto& block : function.blocks)
      for (const auto& op : block->ops)
        if (op->code == Opcode::Phi)
          for (std::size_t i = 0; i < op->operands.size(); ++i) {
            auto place = inPlace.find(op->operands[i]);
            bool there = op->operands[i] == op.get() || (place != inPlace.end() && place->second == op.get());
            if (!there) edges[op->incoming[i]].push_back({op.get(), op->operands[i]});
          }
    for (auto& [block, moves] : edges) {
      builder.SetInsertPoint(ends[block]);
      std::vector<Buffer> sources;
      for (auto& [phi, value] : moves) {
        Op* source = value;
        bool moved = std::any_of(moves.begin(), moves.end(), [&](auto& other) { return other.first == source; });
        sources.push_back(buffers.at(value));
        if (!moved) continue;
        Buffer saved = makeBuffer(value->type);
        loops(extents(value->type), [&](auto& at) {
          write(saved, source->type.element, at, read(sources.back(), source->type.element, at));
        });
        sources.back() = saved;
      }
      for (std::size_t i = 0; i < moves.size(); ++i) {
        const Op& phi = *moves[i].first;
        loops(extents(phi.type),
              [&](auto& at) { write(buffers.at(&phi), phi.type.element, at, read(sources[i], phi.type.element, at)); });
      }
    }
  }

  Users users;
  std::map<const Op*, Buffer> buffers;
  std::map<const Op*, Op*> inPlace;  // products, and the phi whose buffer they add to
};

}  // namespace

void emitForCpu(Function& function) {
  CpuEmitter(function).run();
  removeHandles(function);
}

}  // namespace gpuc::tool::tile
