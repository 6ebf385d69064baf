#include "tool/tile/elements.h"

#include "tool/base/text.h"

#include "llvm/IR/Module.h"

namespace gpuc::tool::tile {

using namespace llvm;

namespace {

bool isHalf(Element element) { return element == abi::tile_f16 || element == abi::tile_bf16; }

// What 16-bit arithmetic is done in.
Element computed(Element element) { return isHalf(element) ? abi::tile_f32 : element; }

}  // namespace

llvm::Type* Elements::registerType(Element element) {
  switch (element) {
    case abi::tile_bool: return builder.getInt1Ty();
    case abi::tile_i32:
    case abi::tile_u32: return builder.getInt32Ty();
    case abi::tile_i64:
    case abi::tile_u64: return builder.getInt64Ty();
    case abi::tile_f16: return builder.getHalfTy();
    case abi::tile_bf16: return builder.getInt16Ty();
    case abi::tile_f32: return builder.getFloatTy();
    case abi::tile_f64: return builder.getDoubleTy();
  }
  return nullptr;
}

llvm::Type* Elements::memoryType(Element element) {
  return element == abi::tile_bool ? builder.getInt8Ty() : registerType(element);
}

Value* Elements::toMemory(Element element, Value* value) {
  return element == abi::tile_bool ? builder.CreateZExt(value, memoryType(element)) : value;
}

Value* Elements::fromMemory(Element element, Value* value) {
  return element == abi::tile_bool ? builder.CreateIsNotNull(value) : value;
}

Value* Elements::toFloat(Element element, Value* value) {
  if (element == abi::tile_f16) return builder.CreateFPExt(value, builder.getFloatTy());
  if (element == abi::tile_bf16)
    return builder.CreateBitCast(builder.CreateShl(builder.CreateZExt(value, builder.getInt32Ty()), 16),
                                 builder.getFloatTy());
  return value;
}

Value* Elements::fromFloat(Element element, Value* value) {
  if (element == abi::tile_f16) return builder.CreateFPTrunc(value, builder.getHalfTy());
  if (element != abi::tile_bf16) return value;
  if (native) return builder.CreateBitCast(builder.CreateFPTrunc(value, builder.getBFloatTy()), builder.getInt16Ty());
  // To nearest, ties to even; a NaN stays one.
  Value* bits = builder.CreateBitCast(value, builder.getInt32Ty());
  Value* odd = builder.CreateAnd(builder.CreateLShr(bits, 16), 1);
  Value* rounded = builder.CreateAdd(builder.CreateAdd(bits, builder.getInt32(0x7fff)), odd);
  Value* quiet = builder.CreateOr(bits, builder.getInt32(0x400000));
  Value* chosen = builder.CreateSelect(builder.CreateFCmpUNO(value, value), quiet, rounded);
  return builder.CreateTrunc(builder.CreateLShr(chosen, 16), builder.getInt16Ty());
}

Value* Elements::fromBits(Element element, Value* bits) {
  llvm::Type* type = registerType(element);
  Value* narrow = builder.CreateTrunc(bits, builder.getIntNTy(type->getPrimitiveSizeInBits()));
  return builder.CreateBitCast(narrow, type);
}

Value* Elements::toBits(Element element, Value* value) {
  llvm::Type* type = registerType(element);
  Value* bits = builder.CreateBitCast(value, builder.getIntNTy(type->getPrimitiveSizeInBits()));
  return builder.CreateZExt(bits, builder.getInt64Ty());
}

Value* Elements::padding(Element element, unsigned padding) {
  llvm::Type* type = registerType(element);
  bool lowest = padding == abi::tile_pad_lowest;
  if (padding == abi::tile_pad_zero) return Constant::getNullValue(type);
  if (element == abi::tile_bf16)
    return builder.getInt16(padding == abi::tile_pad_one ? 0x3f80 : lowest ? 0xff7f : 0x7f7f);
  if (type->isFloatingPointTy()) {
    if (padding == abi::tile_pad_one) return ConstantFP::get(type, 1.0);
    return ConstantFP::get(type, APFloat::getLargest(type->getFltSemantics(), lowest));
  }
  unsigned width = type->getIntegerBitWidth();
  if (padding == abi::tile_pad_one) return ConstantInt::get(type, 1);
  if (isSigned(element))
    return ConstantInt::get(type, lowest ? APInt::getSignedMinValue(width) : APInt::getSignedMaxValue(width));
  return lowest ? Constant::getNullValue(type) : Constant::getAllOnesValue(type);
}

Value* Elements::callMath(const char* name, ArrayRef<Value*> arguments) {
  llvm::Type* type = arguments[0]->getType();
  SmallVector<llvm::Type*, 2> types(arguments.size(), type);
  Module& module = *builder.GetInsertBlock()->getModule();
  FunctionCallee callee =
      module.getOrInsertFunction(strCat(name, type->isFloatTy() ? "f" : ""), FunctionType::get(type, types, false));
  CallInst* call = builder.CreateCall(callee, arguments);
  call->setDoesNotThrow();
  call->setMemoryEffects(MemoryEffects::none());  // errno is nobody's here
  call->addFnAttr(Attribute::WillReturn);
  return call;
}

Value* Elements::unary(Element element, unsigned operation, Value* a) {
  llvm::Type* type = a->getType();
  bool floating = isFloat(element);
  switch (operation) {
    case abi::tile_neg: return floating ? builder.CreateFNeg(a) : builder.CreateNeg(a);
    case abi::tile_not: return builder.CreateNot(a);
    case abi::tile_abs:
      return floating ? builder.CreateUnaryIntrinsic(Intrinsic::fabs, a)
                      : builder.CreateBinaryIntrinsic(Intrinsic::abs, a, builder.getFalse());
    case abi::tile_floor: return builder.CreateUnaryIntrinsic(Intrinsic::floor, a);
    case abi::tile_ceil: return builder.CreateUnaryIntrinsic(Intrinsic::ceil, a);
    case abi::tile_sqrt: return builder.CreateUnaryIntrinsic(Intrinsic::sqrt, a);
    case abi::tile_rsqrt:
      return builder.CreateFDiv(ConstantFP::get(type, 1.0), builder.CreateUnaryIntrinsic(Intrinsic::sqrt, a));
    case abi::tile_exp: return callMath("exp", a);
    case abi::tile_exp2: return callMath("exp2", a);
    case abi::tile_log: return callMath("log", a);
    case abi::tile_log2: return callMath("log2", a);
    case abi::tile_sin: return callMath("sin", a);
    case abi::tile_cos: return callMath("cos", a);
    case abi::tile_tan: return callMath("tan", a);
    case abi::tile_tanh: return callMath("tanh", a);
    default: return callMath("erf", a);
  }
}

Value* Elements::binary(Element element, unsigned operation, Value* a, Value* b) {
  bool floating = isFloat(element), negative = isSigned(element);
  switch (operation) {
    case abi::tile_add: return floating ? builder.CreateFAdd(a, b) : builder.CreateAdd(a, b);
    case abi::tile_sub: return floating ? builder.CreateFSub(a, b) : builder.CreateSub(a, b);
    case abi::tile_mul: return floating ? builder.CreateFMul(a, b) : builder.CreateMul(a, b);
    case abi::tile_div:
      return floating ? builder.CreateFDiv(a, b) : negative ? builder.CreateSDiv(a, b) : builder.CreateUDiv(a, b);
    case abi::tile_rem: return negative ? builder.CreateSRem(a, b) : builder.CreateURem(a, b);
    case abi::tile_min:
      return builder.CreateBinaryIntrinsic(floating   ? Intrinsic::minnum
                                           : negative ? Intrinsic::smin
                                                      : Intrinsic::umin,
                                           a, b);
    case abi::tile_max:
      return builder.CreateBinaryIntrinsic(floating   ? Intrinsic::maxnum
                                           : negative ? Intrinsic::smax
                                                      : Intrinsic::umax,
                                           a, b);
    case abi::tile_and: return builder.CreateAnd(a, b);
    case abi::tile_or: return builder.CreateOr(a, b);
    case abi::tile_xor: return builder.CreateXor(a, b);
    case abi::tile_shl: return builder.CreateShl(a, b);
    case abi::tile_shr: return negative ? builder.CreateAShr(a, b) : builder.CreateLShr(a, b);
    case abi::tile_pow: return callMath("pow", {a, b});
    default: return callMath("atan2", {a, b});
  }
}

Value* Elements::compare(Element element, unsigned comparison, Value* a, Value* b) {
  constexpr CmpInst::Predicate floating[] = {CmpInst::FCMP_OEQ, CmpInst::FCMP_UNE, CmpInst::FCMP_OLT,
                                             CmpInst::FCMP_OLE, CmpInst::FCMP_OGT, CmpInst::FCMP_OGE};
  constexpr CmpInst::Predicate negative[] = {CmpInst::ICMP_EQ,  CmpInst::ICMP_NE,  CmpInst::ICMP_SLT,
                                             CmpInst::ICMP_SLE, CmpInst::ICMP_SGT, CmpInst::ICMP_SGE};
  constexpr CmpInst::Predicate plain[] = {CmpInst::ICMP_EQ,  CmpInst::ICMP_NE,  CmpInst::ICMP_ULT,
                                          CmpInst::ICMP_ULE, CmpInst::ICMP_UGT, CmpInst::ICMP_UGE};
  if (isFloat(element)) return builder.CreateFCmp(floating[comparison], a, b);
  return builder.CreateICmp((isSigned(element) ? negative : plain)[comparison], a, b);
}

Value* Elements::cast(Element to, Element from, Value* value) {
  if (to == from) return value;
  value = toFloat(from, value);
  from = computed(from);
  Element target = computed(to);
  if (to == abi::tile_bool)
    return isFloat(from) ? builder.CreateFCmpUNE(value, Constant::getNullValue(value->getType()))
                         : builder.CreateIsNotNull(value);
  llvm::Type* type = registerType(target);
  if (isFloat(from) && isFloat(target)) {
    // From double through float, as a conversion in C++ is written: float is wide enough for what then rounds again
    // only in the rare tie, so it is avoided for half, which has an instruction.
    if (to == abi::tile_f16 && value->getType()->isDoubleTy()) return builder.CreateFPTrunc(value, builder.getHalfTy());
    return fromFloat(to, builder.CreateFPCast(value, type));
  }
  if (isFloat(from)) return isSigned(target) ? builder.CreateFPToSI(value, type) : builder.CreateFPToUI(value, type);
  if (isFloat(target))
    return fromFloat(to, isSigned(from) ? builder.CreateSIToFP(value, type) : builder.CreateUIToFP(value, type));
  return builder.CreateIntCast(value, type, isSigned(from));
}

Value* Elements::apply(const Op& op, ArrayRef<Value*> operands) {
  Element element = op.type.element;
  auto wide = [&](unsigned i) { return toFloat(op.operands[i]->type.element, operands[i]); };
  switch (op.code) {
    case Opcode::Unary: return fromFloat(element, unary(computed(element), op.detail, wide(0)));
    case Opcode::Binary: return fromFloat(element, binary(computed(element), op.detail, wide(0), wide(1)));
    case Opcode::Fma:
      return fromFloat(element,
                       builder.CreateIntrinsic(Intrinsic::fma, {wide(0)->getType()}, {wide(0), wide(1), wide(2)}));
    case Opcode::Compare: return compare(computed(op.operands[0]->type.element), op.detail, wide(0), wide(1));
    case Opcode::Select: return builder.CreateSelect(operands[0], operands[1], operands[2]);
    case Opcode::Cast: return cast(element, op.operands[0]->type.element, operands[0]);
    default: return nullptr;
  }
}

llvm::Type* Elements::accumulatorType(Element element) { return registerType(computed(element)); }
Value* Elements::widen(Element element, Value* value) { return toFloat(element, value); }
Value* Elements::narrow(Element element, Value* value) { return fromFloat(element, value); }

Value* Elements::identity(Element element, unsigned reduction) {
  llvm::Type* type = accumulatorType(element);
  if (reduction == abi::tile_sum) return Constant::getNullValue(type);
  bool maximum = reduction == abi::tile_maximum;
  if (type->isFloatingPointTy()) return ConstantFP::getInfinity(type, maximum);
  return padding(element, maximum ? abi::tile_pad_lowest : abi::tile_pad_highest);
}

Value* Elements::combine(Element element, unsigned reduction, Value* a, Value* b) {
  unsigned operation = reduction == abi::tile_sum       ? abi::tile_add
                       : reduction == abi::tile_minimum ? abi::tile_min
                                                        : abi::tile_max;
  Value* made = binary(computed(element), operation, a, b);
  // The order of a sum is free, so that it can be one of vectors.
  if (auto* sum = dyn_cast<Instruction>(made); sum && sum->getOpcode() == Instruction::FAdd)
    sum->setHasAllowReassoc(true);
  return made;
}

}  // namespace gpuc::tool::tile
