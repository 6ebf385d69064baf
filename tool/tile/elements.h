// One element: the LLVM types of elements and the code of an operation on single ones, which both targets share.
//
// In memory a bool is a byte and a bfloat16 its 16 bits; in registers a bool is an i1, a bfloat16 still its bits.
// Arithmetic on 16-bit types is done in float and rounded once per operation.
#pragma once

#include "tool/tile/ir.h"

#include "llvm/IR/IRBuilder.h"

namespace gpuc::tool::tile {

class Elements {
 public:
  // `native`: the target converts bfloat16 by an instruction.
  Elements(llvm::IRBuilder<>& builder, bool native) : builder(builder), native(native) {}

  llvm::Type* registerType(Element element);
  llvm::Type* memoryType(Element element);
  llvm::Value* toMemory(Element element, llvm::Value* value);
  llvm::Value* fromMemory(Element element, llvm::Value* value);

  llvm::Value* padding(Element element, unsigned padding);
  llvm::Value* fromBits(Element element, llvm::Value* bits);
  llvm::Value* toBits(Element element, llvm::Value* value);

  // The value of an elementwise operation from the values of its operands.
  llvm::Value* apply(const Op& op, llvm::ArrayRef<llvm::Value*> operands);

  // Reductions accumulate in a type of 32 bits at least.
  llvm::Value* widen(Element element, llvm::Value* value);
  llvm::Value* narrow(Element element, llvm::Value* value);
  llvm::Type* accumulatorType(Element element);
  llvm::Value* identity(Element element, unsigned reduction);
  llvm::Value* combine(Element element, unsigned reduction, llvm::Value* a, llvm::Value* b);

  llvm::Value* toFloat(Element element, llvm::Value* value);

 private:
  llvm::Value* fromFloat(Element element, llvm::Value* value);
  llvm::Value* unary(Element element, unsigned operation, llvm::Value* a);
  llvm::Value* binary(Element element, unsigned operation, llvm::Value* a, llvm::Value* b);
  llvm::Value* compare(Element element, unsigned comparison, llvm::Value* a, llvm::Value* b);
  llvm::Value* cast(Element to, Element from, llvm::Value* value);
  llvm::Value* callMath(const char* name, llvm::ArrayRef<llvm::Value*> arguments);

  llvm::IRBuilder<>& builder;
  bool native;
};

}  // namespace gpuc::tool::tile
