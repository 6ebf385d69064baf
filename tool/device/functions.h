// What device code may call although it has no body: gpuc's builtins, the C library's mathematics and memory
// functions, and what ends a thread. Everything else that is not defined is an error of `verify-device`.
#pragma once

#include "lib/include/gpuc/abi/bundle.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace llvm {
class BasicBlock;
class CallBase;
}  // namespace llvm

namespace gpuc::tool {

enum class FunctionKind {
  Builtin,      // __gpuc_*
  Math,         // math.def
  Memory,       // memcpy and its like, compiler-rt: bodies in the device runtime
  Print,        // printf and its like: the C library's on the CPU executor, the driver's on the GPU
  Allocate,     // operator new, malloc
  Release,      // operator delete, free
  RuntimeType,  // dynamic_cast, typeid
  Guard,        // of function-local statics
  Unknown,
};

FunctionKind functionKind(llvm::StringRef symbol);

// What to write instead of a call of a function that exists on the host only.
std::string hostFunctionHelp(llvm::StringRef symbol);

struct MathFunction {
  enum Kind { Native, Round, Library } kind;
  const char* name;    // in double
  const char* target;  // intrinsic without "llvm.", or libdevice function without "__nv_"
};

// Null when `symbol` is none. `isFloat` says whether it is the one with the suffix f.
const MathFunction* findMath(llvm::StringRef symbol, bool& isFloat);

// The row of a name in double; for LLVM's own intrinsics, which are named alike.
const MathFunction* findMathByName(llvm::StringRef name);

// What ends the thread that calls it: throw, assert, abort, delete.
struct Fault {
  abi::report_kind kind;
  std::string text;  // the condition, or what would have been thrown
};

// A throw expression starts with the allocation of the exception; what follows until the throw only makes its value.
std::optional<Fault> faultOf(const llvm::CallBase& call);

// The first call of `block` that is a fault or is one of gpuc's own; nothing behind it runs.
const llvm::CallBase* firstFault(const llvm::BasicBlock& block);

}  // namespace gpuc::tool
