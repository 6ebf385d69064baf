// Emission for the GPU: the block's threads share each tile as its layout says, and run the same code. Scalars and
// branches are the same in all of them, so barriers may stand anywhere. What comes out is device code like that of
// any kernel, with gpuc's builtins for threads, barriers and shuffles; only mma.sync is an intrinsic of NVPTX's.
#include "tool/tile/emitter.h"
#include "tool/tile/gpu_access.h"

#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

namespace gpuc::tool::tile {

namespace {

using llvm::Value;
using Values = std::vector<Value*>;

constexpr unsigned kLaneBits = 5;

class GpuEmitter : public Emitter {
 public:
  explicit GpuEmitter(Function& function) : Emitter(function, /*native=*/true) {
    llvm::Module& module = *function.origin->getParent();
    if (function.sharedBytes) {
      auto* type = llvm::ArrayType::get(builder.getInt8Ty(), function.sharedBytes);
      shared = new llvm::GlobalVariable(module, type, false, llvm::GlobalValue::InternalLinkage,
                                        llvm::PoisonValue::get(type), "gpuc.tile." + function.name);
      shared->setSection("gpuc.shared");
      shared->setAlignment(llvm::Align(16));
    }
    llvm::BasicBlock& entry = function.origin->getEntryBlock();
    builder.SetInsertPoint(&*entry.getFirstNonPHIOrDbgOrAlloca());
    thread = call("__gpuc_thread_x", builder.getInt32Ty(), {});
  }

 private:
  Value* call(llvm::StringRef name, llvm::Type* type, llvm::ArrayRef<Value*> arguments) {
    llvm::SmallVector<llvm::Type*, 4> types;
    for (Value* argument : arguments) types.push_back(argument->getType());
    llvm::Module& module = *function.origin->getParent();
    llvm::FunctionCallee callee = module.getOrInsertFunction(name, llvm::FunctionType::get(type, types, false));
    auto& declared = *llvm::cast<llvm::Function>(callee.getCallee());
    declared.addFnAttr(llvm::Attribute::Convergent);
    declared.setDoesNotThrow();
    llvm::CallInst* made = builder.CreateCall(callee, arguments);
    made->setConvergent();
    made->setDoesNotThrow();
    return made;
  }
  GpuAccess access(const Op& op, const Layout& layout) {
    Values scalars;
    for (const Scalar* scalar : op.scalars) scalars.push_back(word(*scalar));
    return GpuAccess({builder, elements, thread}, op, layout, std::move(scalars));
  }

  void barrier() { call("__gpuc_block_sync", builder.getVoidTy(), {}); }

  void emit(Op& op) override {
    Values& result = values[&op];
    switch (op.code) {
      case Opcode::Phi:
        for (std::size_t i = 0; i < op.layout->registerCount(); ++i)
          result.push_back(
              builder.CreatePHI(elements.registerType(op.type.element), static_cast<unsigned>(op.operands.size())));
        return;
      case Opcode::Load: result = access(op, *op.layout).load(); return;
      case Opcode::Store: access(op, *op.operands[0]->layout).store(values.at(op.operands[0])); return;
      case Opcode::Full:
        result.assign(op.layout->registerCount(), elements.fromBits(op.type.element, word(*op.scalars[0])));
        return;
      case Opcode::Iota: return iota(op, result);
      case Opcode::Broadcast: return broadcast(op, result);
      case Opcode::Reshape: result = values.at(op.operands[0]); return;
      case Opcode::Permute: return permute(op, result);
      case Opcode::Reduce: return reduce(op, result);
      case Opcode::Convert: return convert(op, result);
      case Opcode::Mma: return multiply(op, result);
      case Opcode::Scalar:
        op.origin->replaceAllUsesWith(elements.toBits(op.type.element, values.at(op.operands[0])[0]));
        return;
      case Opcode::Choose:
        for (std::size_t i = 0; i < op.layout->registerCount(); ++i)
          result.push_back(
              builder.CreateSelect(op.scalars[0]->value, values.at(op.operands[0])[i], values.at(op.operands[1])[i]));
        return;
      default: {
        // A layout of the same bits in another order would be a conversion, so operands match register by register.
        for (std::size_t i = 0; i < op.layout->registerCount(); ++i) {
          llvm::SmallVector<Value*, 3> operands;
          for (const Op* operand : op.operands) operands.push_back(values.at(operand)[i]);
          result.push_back(elements.apply(op, operands));
        }
      }
    }
  }

  void iota(const Op& op, Values& result) {
    unsigned start = op.type.axisStart(op.detail);
    auto along = [&](Value* element) {
      return builder.CreateAnd(builder.CreateLShr(element, start), op.type.extent(op.detail) - 1);
    };
    Value* own = along(threadElement(builder, *op.layout, thread));
    for (std::size_t i = 0; i < op.layout->registerCount(); ++i) {
      std::size_t fixed = op.layout->elementOf(i) >> start & (op.type.extent(op.detail) - 1);
      result.push_back(builder.CreateZExtOrTrunc(builder.CreateAdd(own, builder.getInt32(fixed)),
                                                 elements.registerType(op.type.element)));
    }
  }

  // The number in `from` of the element that is number `element` in `to`: repeated axes are at 0.
  static std::size_t broadcastElement(std::size_t element, const Type& to, const Type& from) {
    std::size_t source = 0;
    for (unsigned axis = 0; axis < to.rank(); ++axis) {
      std::size_t place = element >> to.axisStart(axis) & (to.extent(axis) - 1);
      source |= (place & (from.extent(axis) - 1)) << from.axisStart(axis);
    }
    return source;
  }

  void broadcast(const Op& op, Values& result) {
    const Op& from = *op.operands[0];
    for (std::size_t i = 0; i < op.layout->registerCount(); ++i) {
      std::size_t element = broadcastElement(op.layout->elementOf(i), op.type, from.type);
      result.push_back(values.at(&from)[from.layout->registerOf(element)]);
    }
  }

  void permute(const Op& op, Values& result) {
    const Op& from = *op.operands[0];
    for (std::size_t i = 0; i < op.layout->registerCount(); ++i) {
      std::size_t element = op.layout->elementOf(i), source = 0;
      for (unsigned axis = 0; axis < op.type.rank(); ++axis) {
        std::size_t place = element >> op.type.axisStart(axis) & (op.type.extent(axis) - 1);
        source |= place << from.type.axisStart(op.detail >> 2 * axis & 3);
      }
      result.push_back(values.at(&from)[from.layout->registerOf(source)]);
    }
  }

  Value* sharedAt(const Op& op, llvm::Type* type, Value* index) {
    Value* base = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), shared, op.sharedOffset);
    return builder.CreateInBoundsGEP(type, base, index);
  }

  // Registers, then lanes by shuffles, then warps through shared memory.
  void reduce(const Op& op, Values& result) {
    const Op& from = *op.operands[0];
    Element element = op.type.element;
    const Layout &source = *from.layout, &target = *op.layout;
    result.assign(target.registerCount(), nullptr);
    for (std::size_t i = 0; i < source.registerCount(); ++i) {
      Value* next = elements.widen(element, values.at(&from)[i]);
      Value*& sum = result[target.registerOf(broadcastElement(source.elementOf(i), from.type, op.type))];
      sum = sum ? elements.combine(element, op.detail, sum, next) : next;
    }
    int first = static_cast<int>(from.type.axisStart(op.axis));
    int last = first + static_cast<int>(from.type.bits[op.axis]);
    auto isReduced = [&](std::size_t bit) { return source.threads[bit] >= first && source.threads[bit] < last; };
    for (unsigned bit = 0; bit < kLaneBits; ++bit)
      if (isReduced(bit))
        for (Value*& sum : result) sum = elements.combine(element, op.detail, sum, shuffle(sum, 1u << bit));
    if (op.sharedBytes) {
      // The warp's part of the axis, as a number.
      Value* part = builder.getInt32(0);
      unsigned parts = 0;
      for (std::size_t bit = kLaneBits; bit < source.threads.size(); ++bit)
        if (isReduced(bit)) {
          Value* own = builder.CreateAnd(builder.CreateLShr(thread, bit), 1);
          part = builder.CreateOr(part, builder.CreateShl(own, parts++));
        }
      llvm::Type* type = elements.accumulatorType(element);
      Value* own = threadElement(builder, target, thread);
      auto place = [&](std::size_t i, Value* which) {
        Value* number = builder.CreateAdd(own, builder.getInt32(target.elementOf(i)));
        return sharedAt(op, type, builder.CreateAdd(builder.CreateShl(number, parts), which));
      };
      if (op.barrierBefore) barrier();
      for (std::size_t i = 0; i < result.size(); ++i) builder.CreateStore(result[i], place(i, part));
      barrier();
      for (std::size_t i = 0; i < result.size(); ++i) {
        Value* sum = nullptr;
        for (unsigned which = 0; which < 1u << parts; ++which) {
          Value* next = builder.CreateLoad(type, place(i, builder.getInt32(which)));
          sum = sum ? elements.combine(element, op.detail, sum, next) : next;
        }
        result[i] = sum;
      }
    }
    for (Value*& sum : result) sum = elements.narrow(element, sum);
  }

  // Across the warp, in words.
  Value* shuffle(Value* value, unsigned distance) {
    llvm::Type* type = value->getType();
    unsigned width = type->getPrimitiveSizeInBits();
    auto word = [&](Value* bits) {
      return call("__gpuc_shuffle_xor", builder.getInt32Ty(),
                  {builder.getInt32(~0u), bits, builder.getInt32(distance)});
    };
    Value* bits = builder.CreateBitCast(value, builder.getIntNTy(width));
    if (width == 32) return builder.CreateBitCast(word(bits), type);
    Value* low = word(builder.CreateTrunc(bits, builder.getInt32Ty()));
    Value* high = word(builder.CreateTrunc(builder.CreateLShr(bits, 32), builder.getInt32Ty()));
    bits = builder.CreateOr(builder.CreateZExt(low, builder.getInt64Ty()),
                            builder.CreateShl(builder.CreateZExt(high, builder.getInt64Ty()), 32));
    return builder.CreateBitCast(bits, type);
  }

  void convert(const Op& op, Values& result) {
    const Op& from = *op.operands[0];
    const Layout &source = *from.layout, &target = *op.layout;
    if (op.sharedBytes == 0) {  // other registers of the same thread
      for (std::size_t i = 0; i < target.registerCount(); ++i)
        result.push_back(values.at(&from)[source.registerOf(target.elementOf(i))]);
      return;
    }
    Element element = op.type.element;
    llvm::Type* type = elements.memoryType(element);
    unsigned row = op.type.bits.back(), padding = rowPadding(op.type), bytes = elementBytes(element);
    // Threads and registers have no bit in common, so their places add up, padding included.
    auto place = [&](Value* own, std::size_t fixed) {
      Value* padded =
          builder.CreateAdd(own, builder.CreateMul(builder.CreateLShr(own, row), builder.getInt32(padding)));
      std::size_t constant = fixed + (fixed >> row) * padding;
      return sharedAt(op, type, builder.CreateAdd(padded, builder.getInt32(constant)));
    };
    auto run = [&](const Layout& layout) {
      unsigned bits = 0;
      while (bits < layout.registers.size() && bits < row && layout.registers[bits] == static_cast<int>(bits) &&
             (bytes << bits) < 16)
        ++bits;
      return 1u << bits;
    };
    if (op.barrierBefore) barrier();
    Value* own = threadElement(builder, source, thread);
    for (std::size_t i = 0, step = run(source); i < source.registerCount(); i += step) {
      Values part;
      for (std::size_t k = 0; k < step; ++k) part.push_back(elements.toMemory(element, values.at(&from)[i + k]));
      builder.CreateAlignedStore(pack(builder, part), place(own, source.elementOf(i)), llvm::Align(bytes * step));
    }
    barrier();
    own = threadElement(builder, target, thread);
    for (std::size_t i = 0, step = run(target); i < target.registerCount(); i += step) {
      llvm::Type* loaded = step == 1 ? type : llvm::FixedVectorType::get(type, static_cast<unsigned>(step));
      Value* vector = builder.CreateAlignedLoad(loaded, place(own, target.elementOf(i)), llvm::Align(bytes * step));
      for (std::size_t k = 0; k < step; ++k)
        result.push_back(elements.fromMemory(element, step == 1 ? vector : builder.CreateExtractElement(vector, k)));
    }
  }

  // One mma.sync.m16n8k16 for each 16 x 8 part of the result and each 16 along k. The registers of the three layouts
  // are, from the lowest bit: the fragment's own, then the parts along n (or k), then those along m (or n).
  void multiply(const Op& op, Values& result) {
    const Op &a = *op.operands[0], &b = *op.operands[1];
    const Values &left = values.at(&a), &right = values.at(&b);
    result = values.at(op.operands[2]);
    bool half = a.type.element == abi::tile_f16;
    auto extra = [](const Layout& layout, int low, int high) {
      unsigned bits = 0;
      for (int bit : layout.registers) bits += bit >= low && bit < high;
      return bits;
    };
    unsigned nBits = op.type.bits[1], kBits = a.type.bits[1];
    unsigned n = extra(*op.layout, 3, static_cast<int>(nBits));
    unsigned m = static_cast<unsigned>(op.layout->registers.size()) - 2 - n;
    unsigned k = kBits - 4;
    auto fragment = [&](const Values& from, std::size_t first, unsigned words, llvm::SmallVectorImpl<Value*>& to) {
      for (unsigned i = 0; i < words; ++i) {
        Value* vector = pack(builder, {from[first + 2 * i], from[first + 2 * i + 1]});
        to.push_back(half ? vector : builder.CreateBitCast(vector, builder.getInt32Ty()));
      }
    };
    for (std::size_t mi = 0; mi < std::size_t{1} << m; ++mi)
      for (std::size_t ki = 0; ki < std::size_t{1} << k; ++ki) {
        llvm::SmallVector<Value*, 10> leftWords;
        fragment(left, ki << 3 | mi << (3 + k), 4, leftWords);
        for (std::size_t ni = 0; ni < std::size_t{1} << n; ++ni) {
          llvm::SmallVector<Value*, 10> arguments(leftWords);
          fragment(right, ki << 2 | ni << (2 + k), 2, arguments);
          std::size_t sum = ni << 2 | mi << (2 + n);
          for (unsigned i = 0; i < 4; ++i) arguments.push_back(result[sum + i]);
          Value* made = builder.CreateIntrinsic(half ? llvm::Intrinsic::nvvm_mma_m16n8k16_row_col_f32_f32
                                                     : llvm::Intrinsic::nvvm_mma_m16n8k16_row_col_bf16,
                                                {}, arguments);
          for (unsigned i = 0; i < 4; ++i) result[sum + i] = builder.CreateExtractValue(made, i);
        }
      }
  }

  void finish() override {
    for (const auto& block : function.blocks)
      for (const auto& op : block->ops) {
        if (op->code != Opcode::Phi) continue;
        for (std::size_t i = 0; i < op->operands.size(); ++i)
          for (std::size_t r = 0; r < op->layout->registerCount(); ++r)
            llvm::cast<llvm::PHINode>(values.at(op.get())[r])
                ->addIncoming(values.at(op->operands[i])[r], ends.at(op->incoming[i])->getParent());
      }
  }

  llvm::GlobalVariable* shared = nullptr;
  Value* thread = nullptr;
  std::map<const Op*, Values> values;
};

}  // namespace

void emitForGpu(Function& function) {
  GpuEmitter(function).run();
  removeHandles(function);
}

}  // namespace gpuc::tool::tile
