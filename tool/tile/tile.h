// The tile compiler: from a prepared device module (tool/device) whose tile kernels consist of calls of __gpuc_tile_*
// to one in which they are ordinary device code. For the GPU a block of threads shares each tile; for the CPU executor
// one logical thread runs over it in vector loops. Both start from the same tile IR.
#pragma once

#include "tool/device/context.h"

#include <string>

namespace llvm {
class Module;
}  // namespace llvm

namespace gpuc::tool {

// Simplifies the tile kernels so that every tile is a value, and checks that they can be compiled (GPUC0251 to
// GPUC0256). False, with the reasons in `context`, where they cannot. Modules without tile kernels are left alone.
bool prepareTiles(llvm::Module& module, DeviceContext& context);

// Compile the tile kernels of a module that prepareTiles took.
void lowerTilesForGpu(llvm::Module& module);
void lowerTilesForCpu(llvm::Module& module);

// The tile IR of the module's tile kernels as text, before and after the passes that `stages` names, as in
// "canonicalise,layout,shared"; what is wrong with the names in `error`. For gpuc-opt.
std::string printTiles(llvm::Module& module, const std::string& stages, std::string& error);
// The same for a function in text form.
std::string runTileText(const std::string& text, const std::string& stages, std::string& error);

}  // namespace gpuc::tool
