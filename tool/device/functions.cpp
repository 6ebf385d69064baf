#include "tool/device/functions.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"

namespace gpuc::tool {

namespace {

const llvm::StringMap<MathFunction>& mathTable() {
  static const llvm::StringMap<MathFunction> table = [] {
    llvm::StringMap<MathFunction> rows;
#define GPUC_MATH_NATIVE(name, intrinsic) rows[#name] = {MathFunction::Native, #name, #intrinsic};
#define GPUC_MATH_ROUND(name, intrinsic) rows[#name] = {MathFunction::Round, #name, #intrinsic};
#define GPUC_MATH_LIBRARY(name, libdevice) rows[#name] = {MathFunction::Library, #name, #libdevice};
#include "tool/device/math.def"
#undef GPUC_MATH_NATIVE
#undef GPUC_MATH_ROUND
#undef GPUC_MATH_LIBRARY
    return rows;
  }();
  return table;
}

const llvm::StringSet<>& builtins() {
  static const llvm::StringSet<> names = {
#define GPUC_BUILTIN(name) "__gpuc_" #name,
#include "tool/device/builtins.def"
#undef GPUC_BUILTIN
  };
  return names;
}

// In mangled names: _Znwm, _ZnamSt11align_val_t, _ZdlPv, ... but not the placement forms.
bool isOperator(llvm::StringRef symbol, llvm::StringRef one, llvm::StringRef array) {
  if (symbol == "_ZnwmPv" || symbol == "_ZnamPv" || symbol == "_ZdlPvS_" || symbol == "_ZdaPvS_") return false;
  return symbol.starts_with(one) || symbol.starts_with(array);
}

// The text of a constant string argument, nothing if it is computed.
std::string constantText(const llvm::CallBase& call, unsigned argument) {
  llvm::StringRef text;
  if (argument < call.arg_size() && llvm::getConstantStringInfo(call.getArgOperand(argument), text)) return text.str();
  return {};
}

// What a throw expression makes: its type and, where its constructor takes a literal, the message.
std::string thrownBy(const llvm::CallBase& allocation) {
  std::string type = "an exception", message;
  for (const llvm::User* user : allocation.users()) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    if (!callee) continue;
    if (callee->getName() == "__cxa_throw") {
      std::string name = llvm::demangle(call->getArgOperand(1)->stripPointerCasts()->getName());
      llvm::StringRef text = name;
      if (text.consume_front("typeinfo for ")) type = text.str();
    } else if (call->arg_size() >= 2 && call->getArgOperand(0) == &allocation && message.empty()) {
      message = constantText(*call, 1);
    }
  }
  return message.empty() ? type : type + ": " + message;
}

}  // namespace

std::string hostFunctionHelp(llvm::StringRef symbol) {
  // "So" is std::ostream in mangled names.
  if (symbol.contains("basic_ostream") || symbol.starts_with("_ZNSo")) return "print with printf";
  return "call it on the host and pass the kernel its result, or write what it does in this source file";
}

FunctionKind functionKind(llvm::StringRef symbol) {
  static const llvm::StringSet<> memory = {"memcpy",       "memmove",  "memset",   "__memcpy_chk", "__memmove_chk",
                                           "__memset_chk", "memcmp",   "bcmp",     "strlen",       "memchr",
                                           "__mulsc3",     "__muldc3", "__divsc3", "__divdc3"};
  static const llvm::StringSet<> print = {"printf", "__printf_chk", "puts", "putchar"};
  static const llvm::StringSet<> allocate = {"malloc",         "calloc",   "realloc", "aligned_alloc",
                                             "posix_memalign", "memalign", "strdup"};
  static const llvm::StringSet<> runtimeType = {"__dynamic_cast", "__cxa_bad_typeid"};
  static const llvm::StringSet<> guard = {"__cxa_guard_acquire", "__cxa_guard_release", "__cxa_guard_abort"};
  bool isFloat;
  if (builtins().contains(symbol)) return FunctionKind::Builtin;
  if (findMath(symbol, isFloat)) return FunctionKind::Math;
  if (memory.contains(symbol)) return FunctionKind::Memory;
  if (print.contains(symbol)) return FunctionKind::Print;
  if (allocate.contains(symbol) || isOperator(symbol, "_Znw", "_Zna")) return FunctionKind::Allocate;
  if (symbol == "free" || isOperator(symbol, "_Zdl", "_Zda")) return FunctionKind::Release;
  if (runtimeType.contains(symbol) || symbol.starts_with("_ZNKSt9type_info")) return FunctionKind::RuntimeType;
  if (guard.contains(symbol)) return FunctionKind::Guard;
  return FunctionKind::Unknown;
}

const MathFunction* findMathByName(llvm::StringRef name) {
  auto found = mathTable().find(name);
  return found == mathTable().end() ? nullptr : &found->second;
}

const MathFunction* findMath(llvm::StringRef symbol, bool& isFloat) {
  isFloat = false;
  if (const MathFunction* found = findMathByName(symbol)) return found;
  if (!symbol.consume_back("f")) return nullptr;
  isFloat = true;
  return findMathByName(symbol);
}

std::optional<Fault> faultOf(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee) return std::nullopt;
  llvm::StringRef symbol = callee->getName();
  auto exception = [](std::string text) { return Fault{abi::report_kind::exception, std::move(text)}; };

  if (symbol == "__cxa_allocate_exception") return exception(thrownBy(call));
  if (symbol == "__assert_fail") return Fault{abi::report_kind::assertion, constantText(call, 0)};
  if (symbol.starts_with("_ZSt21__glibcxx_assert_fail"))
    return Fault{abi::report_kind::assertion, constantText(call, 3)};
  if (symbol == "__cxa_throw" || symbol == "__cxa_rethrow") return exception("an exception");
  if (symbol == "__cxa_throw_bad_array_new_length" || symbol == "__cxa_throw_bad_array_length")
    return exception("std::bad_array_new_length");
  if (symbol == "__cxa_bad_cast") return exception("std::bad_cast");
  if (symbol == "_ZSt9terminatev" || symbol == "__clang_call_terminate" || symbol == "abort" ||
      symbol == "__cxa_pure_virtual" || symbol == "__cxa_deleted_virtual" || symbol == "llvm.trap" ||
      symbol == "llvm.ubsantrap")
    return Fault{abi::report_kind::trap, ""};
  // Nothing was allocated here that could be released; deleting destructors, which every vtable has, would.
  if (functionKind(symbol) == FunctionKind::Release && callee->isDeclaration())
    return Fault{abi::report_kind::trap, ""};

  // std::__throw_NAME(...), libstdc++'s out-of-line throws; mangled as _ZSt, the name's length, the name, parameters.
  unsigned length = 0;
  if (symbol.consume_front("_ZSt") && !symbol.consumeInteger(10, length)) {
    llvm::StringRef name = symbol.take_front(length);
    if (name.consume_front("__throw_")) {
      bool format = name.consume_back("_fmt");
      std::string type = "std::" + name.str(), message = constantText(call, 0);
      // What is in front of the numbers says enough: "array::at: __n (which is %zu) >= ..."
      if (format) message = llvm::StringRef(message).split(": ").first.str();
      if (format && message.find('%') != message.npos) message.clear();
      return exception(message.empty() ? type : type + ": " + message);
    }
  }
  return std::nullopt;
}

const llvm::CallBase* firstFault(const llvm::BasicBlock& block) {
  for (const llvm::Instruction& instruction : block) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call) continue;
    if (faultOf(*call)) return call;
    const llvm::Function* callee = call->getCalledFunction();
    if (callee && callee->doesNotReturn() && callee->getName().starts_with("__gpuc_")) return call;
  }
  return nullptr;
}

}  // namespace gpuc::tool
