// Access to the fields of abi::cpu_block from generated code.
#pragma once

#include "lib/include/gpuc/abi/kernel.h"

#include "llvm/IR/IRBuilder.h"

#include <cstddef>

namespace gpuc::tool {

inline llvm::Value* blockField(llvm::IRBuilder<>& build, llvm::Value* block, std::size_t offset) {
  return build.CreateConstInBoundsGEP1_64(build.getInt8Ty(), block, offset);
}

inline llvm::Value* loadBlockWord(llvm::IRBuilder<>& build, llvm::Value* block, std::size_t offset, unsigned axis) {
  return build.CreateLoad(build.getInt32Ty(), blockField(build, block, offset + 4 * axis));
}

}  // namespace gpuc::tool
