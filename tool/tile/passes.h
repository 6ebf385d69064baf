// The steps of the tile compiler, one per file. The order is in tile.cpp.
#pragma once

#include "tool/tile/ir.h"

#include <memory>

namespace gpuc::tool {
class DeviceDiagnostics;
}  // namespace gpuc::tool

namespace gpuc::tool::tile {

// build: the tile IR of a kernel's function. Reports what cannot be followed (GPUC0255), then answers null.
std::unique_ptr<Function> build(llvm::Function& function, const std::string& name, unsigned threads,
                                DeviceDiagnostics& diagnostics);

// canonicalise: equal values are one, views of views are one view, what nothing uses goes.
void canonicalise(Function& function);

// layout: which thread holds what, with conversions where two operations want it differently.
void assignLayouts(Function& function);

// shared: where conversions and reductions pass data between threads, and which need a barrier before they write.
void allocateShared(Function& function);

// Static shared memory of a block, on every architecture.
inline constexpr unsigned kMostShared = 48 * 1024;

// Elements between two rows of a conversion in shared memory, so that columns lie in different banks; bytes of what a
// reduction adds up in; how many warps share one result of a reduction.
unsigned rowPadding(const Type& type);
unsigned accumulatorBytes(Element element);
unsigned warpParts(const Op& reduce);

// Replace the calls of the LLVM function by code.
void emitForGpu(Function& function);
void emitForCpu(Function& function);

// Takes the calls, phis and selects of handles out of the LLVM function, once nothing needs their places.
void removeHandles(Function& function);

}  // namespace gpuc::tool::tile
