// Everything that a function reaches: the functions it calls or names and the globals it reads, transitively,
// through constants and initialisers.
#pragma once

#include "llvm/ADT/SetVector.h"

namespace llvm {
class Function;
class GlobalValue;
}  // namespace llvm

namespace gpuc::tool {

using Closure = llvm::SetVector<const llvm::GlobalValue*>;

Closure closureOf(const llvm::Function& root);

}  // namespace gpuc::tool
