// The steps of CPU lowering, one per file. The order is in cpu.cpp.
#pragma once

#include "tool/cpu/cpu.h"

namespace gpuc::tool {

// cpu-entries: one entry per kernel, `run` inlined into it; position builtins in it become values.
void defineCpuEntries(llvm::Module& module, const CpuOptions& options);

// cpu-shared: shared variables become places in the block's arena.
void placeCpuShared(llvm::Module& module);

// cpu-builtins: what is left of the builtins becomes calls of the runtime, reports among them.
void lowerCpuBuiltins(llvm::Module& module, const CpuOptions& options);

// cpu-atomics: __gpuc_atomic_* become LLVM's atomic instructions.
void lowerCpuAtomics(llvm::Module& module);

// cpu-floats: multiply-adds that the GPU fuses are fused here too.
void lowerCpuFloats(llvm::Module& module);

}  // namespace gpuc::tool
