#include "tool/tile/gpu_access.h"

#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace gpuc::tool::tile {

using llvm::Value;

namespace {

constexpr unsigned kVectorBytes = 16;

}  // namespace

Value* threadElement(llvm::IRBuilder<>& builder, const Layout& layout, Value* thread) {
  Value* element = builder.getInt32(0);
  // Bits that follow each other on both sides move together.
  for (std::size_t first = 0; first < layout.threads.size();) {
    int bit = layout.threads[first];
    std::size_t count = 1;
    if (bit == Layout::kReplicated) {
      ++first;
      continue;
    }
    while (first + count < layout.threads.size() && layout.threads[first + count] == bit + static_cast<int>(count))
      ++count;
    Value* part = builder.CreateAnd(builder.CreateLShr(thread, first), (std::uint64_t{1} << count) - 1);
    element = builder.CreateOr(element, builder.CreateShl(part, static_cast<std::uint64_t>(bit)));
    first += count;
  }
  return element;
}

Value* pack(llvm::IRBuilder<>& builder, const std::vector<Value*>& values) {
  if (values.size() == 1) return values[0];
  auto* type = llvm::FixedVectorType::get(values[0]->getType(), static_cast<unsigned>(values.size()));
  Value* vector = llvm::PoisonValue::get(type);
  for (std::size_t i = 0; i < values.size(); ++i) vector = builder.CreateInsertElement(vector, values[i], i);
  return vector;
}

GpuAccess::GpuAccess(Environment environment, const Op& op, const Layout& layout, std::vector<Value*> given)
    : builder(environment.builder), elements(environment.elements), thread(environment.thread), op(op), layout(layout),
      scalars(std::move(given)) {
  const Type& type = op.type;
  unsigned rank = type.rank(), bytes = elementBytes(type.element);
  strides.assign(rank, builder.getInt64(1));
  for (unsigned axis = rank - 1; axis-- > 0;)
    strides[axis] = builder.CreateMul(strides[axis + 1], scalars[1 + rank + axis + 1]);
  Value* element = threadElement(builder, layout, thread);
  Value *offset = builder.getInt64(0), *ownOffset = builder.getInt64(0);
  for (unsigned axis = 0; axis < rank; ++axis) {
    Value* first = scalars[1 + axis];
    Value* left = builder.CreateSub(scalars[1 + rank + axis], first);
    Value* inTile = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, builder.getInt64(type.extent(axis)));
    counts.push_back(builder.CreateTrunc(inTile, builder.getInt32Ty()));
    places.push_back(builder.CreateAnd(builder.CreateLShr(element, type.axisStart(axis)), type.extent(axis) - 1));
    offset = builder.CreateAdd(offset, builder.CreateMul(first, strides[axis]));
    ownOffset = builder.CreateAdd(
        ownOffset, builder.CreateMul(builder.CreateZExt(places[axis], builder.getInt64Ty()), strides[axis]));
  }
  llvm::Type* memory = elements.memoryType(type.element);
  origin = builder.CreateInBoundsGEP(memory, scalars[0], offset);
  own = builder.CreateInBoundsGEP(memory, origin, ownOffset);

  while (vector * bytes < kVectorBytes && (1u << layout.registers.size()) > vector) {
    unsigned bit = 0;
    while (1u << bit < vector) ++bit;
    if (bit >= type.bits.back() || layout.registers[bit] != static_cast<int>(bit)) break;
    vector *= 2;
  }
  std::uint64_t repeated = 0;
  for (std::size_t bit = 0; bit < layout.threads.size(); ++bit)
    if (layout.threads[bit] == Layout::kReplicated) repeated |= std::uint64_t{1} << bit;
  writes = builder.CreateIsNull(builder.CreateAnd(thread, repeated));
}

Value* GpuAccess::address(std::size_t first) {
  std::size_t element = layout.elementOf(first);
  Value* offset = builder.getInt64(0);
  for (unsigned axis = 0; axis < op.type.rank(); ++axis) {
    std::size_t place = element >> op.type.axisStart(axis) & (op.type.extent(axis) - 1);
    if (place != 0) offset = builder.CreateAdd(offset, builder.CreateMul(strides[axis], builder.getInt64(place)));
  }
  return builder.CreateInBoundsGEP(elements.memoryType(op.type.element), own, offset);
}

Value* GpuAccess::inside(std::size_t first) {
  std::size_t element = layout.elementOf(first);
  Value* all = builder.getTrue();
  for (unsigned axis = 0; axis < op.type.rank(); ++axis) {
    std::size_t place = element >> op.type.axisStart(axis) & (op.type.extent(axis) - 1);
    Value* at = builder.CreateAdd(places[axis], builder.getInt32(place), "", true, true);
    all = builder.CreateAnd(all, builder.CreateICmpULT(at, counts[axis]));
  }
  return all;
}

// Every vector begins at a multiple of its size, and a row holds whole ones, so that each is inside or outside.
Value* GpuAccess::vectorPossible() {
  unsigned bytes = vector * elementBytes(op.type.element);
  Value* address = builder.CreatePtrToInt(scalars[0], builder.getInt64Ty());
  Value* row = scalars[2 * op.type.rank()];
  Value* rest = builder.CreateOr(builder.CreateAnd(address, bytes - 1), builder.CreateAnd(row, vector - 1));
  return builder.CreateIsNull(rest);
}

std::vector<Value*> GpuAccess::loadPieces(unsigned step) {
  Element element = op.type.element;
  llvm::Type* memory = elements.memoryType(element);
  llvm::Type* type = step == 1 ? memory : llvm::FixedVectorType::get(memory, step);
  llvm::Align align(step * elementBytes(element));
  Value* padding = elements.padding(element, op.detail);
  std::vector<Value*> loaded, held, result;
  for (std::size_t i = 0; i < layout.registerCount(); i += step) {
    held.push_back(inside(i));
    Value* from = builder.CreateSelect(held.back(), address(i), origin);
    loaded.push_back(builder.CreateAlignedLoad(type, from, align));
  }
  for (std::size_t i = 0; i < loaded.size(); ++i)
    for (unsigned k = 0; k < step; ++k) {
      Value* value = step == 1 ? loaded[i] : builder.CreateExtractElement(loaded[i], k);
      result.push_back(builder.CreateSelect(held[i], elements.fromMemory(element, value), padding));
    }
  return result;
}

std::vector<Value*> GpuAccess::load() {
  if (vector == 1) return loadPieces(1);
  llvm::Instruction* behind = &*builder.GetInsertPoint();
  llvm::Instruction *wide = nullptr, *narrow = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(vectorPossible(), behind, &wide, &narrow);
  builder.SetInsertPoint(wide);
  std::vector<Value*> first = loadPieces(vector);
  builder.SetInsertPoint(narrow);
  std::vector<Value*> second = loadPieces(1);
  builder.SetInsertPoint(behind->getParent(), behind->getParent()->begin());
  std::vector<Value*> result;
  for (std::size_t i = 0; i < first.size(); ++i) {
    llvm::PHINode* phi = builder.CreatePHI(first[i]->getType(), 2);
    phi->addIncoming(first[i], wide->getParent());
    phi->addIncoming(second[i], narrow->getParent());
    result.push_back(phi);
  }
  builder.SetInsertPoint(behind);
  return result;
}

void GpuAccess::storePieces(const std::vector<Value*>& values, unsigned step) {
  Element element = op.type.element;
  llvm::Instruction* behind = &*builder.GetInsertPoint();
  for (std::size_t i = 0; i < values.size(); i += step) {
    Value* held = builder.CreateAnd(writes, inside(i));
    llvm::Instruction* then = llvm::SplitBlockAndInsertIfThen(held, behind->getIterator(), /*Unreachable=*/false);
    builder.SetInsertPoint(then);
    std::vector<Value*> part;
    for (unsigned k = 0; k < step; ++k) part.push_back(elements.toMemory(element, values[i + k]));
    builder.CreateAlignedStore(pack(builder, part), address(i), llvm::Align(step * elementBytes(element)));
    builder.SetInsertPoint(behind);
  }
}

void GpuAccess::store(const std::vector<Value*>& values) {
  if (vector == 1) return storePieces(values, 1);
  llvm::Instruction* behind = &*builder.GetInsertPoint();
  llvm::Instruction *wide = nullptr, *narrow = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(vectorPossible(), behind, &wide, &narrow);
  builder.SetInsertPoint(wide);
  storePieces(values, vector);
  builder.SetInsertPoint(narrow);
  storePieces(values, 1);
  builder.SetInsertPoint(behind);
}

}  // namespace gpuc::tool::tile
