#include "tool/tile/tile.h"

#include "tool/base/result.h"
#include "tool/base/text.h"
#include "tool/ir/analyses.h"
#include "tool/ir/device_diagnostics.h"
#include "tool/ir/kernel_metadata.h"
#include "tool/ir/simplify.h"
#include "tool/tile/passes.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"

namespace gpuc::tool {

namespace {

bool hasTiles(const std::vector<DeviceKernel>& kernels) {
  return std::any_of(kernels.begin(), kernels.end(), [](const auto& kernel) { return kernel.kernel.tile; });
}

bool isTileCall(const llvm::Function& callee) { return callee.getName().starts_with("__gpuc_tile_"); }

// Operations on tiles are values: which thread makes them means nothing.
void unmarkConvergent(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!isTileCall(function)) continue;
    function.removeFnAttr(llvm::Attribute::Convergent);
    function.setDoesNotThrow();
    function.addFnAttr(llvm::Attribute::WillReturn);
    for (llvm::User* user : function.users())
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(user)) call->removeFnAttr(llvm::Attribute::Convergent);
  }
}

// Until handles are values: promotion, and loops over arrays of tiles unrolled. Nothing that duplicates code for
// speed, since each tile operation is much code.
void simplifyKernels(llvm::Module& module, const std::vector<DeviceKernel>& kernels) {
  llvm::FunctionPassManager passes;
  addSimplification(passes);
  llvm::LoopPassManager rotate, indices;
  rotate.addPass(llvm::LoopRotatePass());
  indices.addPass(llvm::IndVarSimplifyPass());
  indices.addPass(llvm::LoopFullUnrollPass(/*OptLevel=*/2, /*OnlyWhenForced=*/false));
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(rotate), /*UseMemorySSA=*/true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(indices), /*UseMemorySSA=*/false));
  addSimplification(passes);
  Analyses analyses;
  for (const DeviceKernel& kernel : kernels)
    if (kernel.run && kernel.kernel.tile) passes.run(*kernel.run, analyses.functions);
}

// What belongs to threads, in a tile kernel or a function that it calls; and tiles outside of tile kernels.
void checkCalls(llvm::Module& module, const std::vector<DeviceKernel>& kernels, DeviceDiagnostics& diagnostics) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      bool inTile = std::any_of(kernels.begin(), kernels.end(),
                                [&](const auto& kernel) { return kernel.kernel.tile && kernel.run == &function; });
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      llvm::StringRef name = callee ? callee->getName() : llvm::StringRef();
      if (callee && isTileCall(*callee) && !inTile)
        diagnostics.report(Code::TileFlow, instruction,
                           "an operation on tiles outside of a tile kernel, or in a function that calls itself",
                           "tiles exist in [[tile_kernel]] functions and what can be inlined into them");
      if (!inTile) continue;
      for (const char* own : {"__gpuc_thread_", "__gpuc_block_", "__gpuc_grid_", "__gpuc_lane", "__gpuc_warp_",
                              "__gpuc_shuffle_", "__gpuc_ballot", "__gpuc_dynamic_shared"})
        if (name.starts_with(own))
          diagnostics.report(Code::TileThread, instruction,
                             "a tile kernel reaches code that asks for its thread, and a tile kernel is one logical "
                             "thread",
                             "say where the tile is by index() of an output or axis<> of a view");
      for (const llvm::Value* operand : instruction.operand_values())
        if (auto* global = llvm::dyn_cast<llvm::GlobalVariable>(operand->stripInBoundsOffsets());
            global && global->getSection() == "gpuc.shared")
          diagnostics.report(Code::TileShared, instruction,
                             "a tile kernel reaches a shared variable, and a tile kernel has no shared memory",
                             "keep the values in a tile");
    }
}

// On the CPU executor tiles lie on the stack of the thread that runs them.
constexpr std::uint64_t kMostBytes = 2 << 20;

void checkSpace(const tile::Function& function, const DeviceKernel& kernel, DeviceDiagnostics& diagnostics) {
  std::uint64_t bytes = 0, largest = 0;
  const tile::Op* at = nullptr;
  for (const auto& block : function.blocks)
    for (const auto& op : block->ops) {
      if (!op->isValue() || op->code == tile::Opcode::Full || op->code == tile::Opcode::Broadcast) continue;
      std::uint64_t own = op->type.size() * tile::elementBytes(op->type.element);
      bytes += own;
      if (own > largest && op->origin) {
        largest = own;
        at = op.get();
      }
    }
  if (bytes > kMostBytes)
    diagnostics.report(Code::TileSpace, *at->origin,
                       strCat("the tiles of kernel `", kernel.kernel.qualified, "` take ", bytes, " bytes, and ",
                              kMostBytes, " is the most; this one takes ", largest),
                       "use smaller tiles");
}

// On a GPU what the threads exchange goes through shared memory.
void checkExchange(const tile::Function& function, const DeviceKernel& kernel, DeviceDiagnostics& diagnostics) {
  if (function.sharedBytes <= tile::kMostShared) return;
  for (const auto& block : function.blocks)
    for (const auto& op : block->ops) {
      if (op->sharedBytes <= tile::kMostShared) continue;
      const tile::Op* at = op->origin ? op.get() : op->operands[0];
      diagnostics.report(Code::TileSpace, *at->origin,
                         strCat("threads exchange a tile of kernel `", kernel.kernel.qualified, "` that takes ",
                                op->sharedBytes, " bytes of shared memory, and a block has ", tile::kMostShared),
                         "use smaller tiles where one is transposed, multiplied or combined with another layout");
      return;
    }
}

template <class Work>
void forEachTileKernel(llvm::Module& module, Work work) {
  for (DeviceKernel& kernel : readKernels(module))
    if (kernel.run && kernel.kernel.tile) work(kernel);
}

// A kernel that prepareTiles has accepted.
std::unique_ptr<tile::Function> rebuild(llvm::Module& module, DeviceKernel& kernel) {
  std::vector<DeviceKernel> kernels = readKernels(module);
  DeviceDiagnostics none(module, kernels);
  auto function = tile::build(*kernel.run, kernel.kernel.symbol, kernel.kernel.contract.block[0], none);
  if (!function) llvm::report_fatal_error("a tile kernel changed after it was checked");
  tile::canonicalise(*function);
  return function;
}

// A tile kernel's place in the grid is its block's.
void lowerIndex(llvm::Module& module) {
  llvm::Function* index = module.getFunction("__gpuc_tile_index");
  if (!index) return;
  llvm::FunctionCallee block = module.getOrInsertFunction("__gpuc_block_x", index->getFunctionType());
  index->replaceAllUsesWith(block.getCallee());
  index->eraseFromParent();
}

void dropDeclarations(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module))
    if (isTileCall(function) && function.use_empty()) function.eraseFromParent();
}

bool runStages(tile::Function& function, const std::string& stages, std::string& error) {
  for (const std::string& stage : split(stages, ',')) {
    if (stage.empty() || stage == "build") continue;
    if (stage == "canonicalise")
      tile::canonicalise(function);
    else if (stage == "layout")
      tile::assignLayouts(function);
    else if (stage == "shared")
      tile::allocateShared(function);
    else
      error = strCat("no stage '", stage, "': there are build, canonicalise, layout and shared");
    if (error.empty()) error = tile::verify(function);
    if (!error.empty()) return false;
  }
  return true;
}

}  // namespace

bool prepareTiles(llvm::Module& module, DeviceContext& context) {
  std::vector<DeviceKernel> kernels = readKernels(module);
  DeviceDiagnostics diagnostics(module, kernels);
  diagnostics.addCalls(module);
  checkCalls(module, kernels, diagnostics);
  if (hasTiles(kernels) && diagnostics.empty()) {
    unmarkConvergent(module);
    simplifyKernels(module, kernels);
    for (DeviceKernel& kernel : kernels) {
      if (!kernel.run || !kernel.kernel.tile) continue;
      auto function = tile::build(*kernel.run, kernel.kernel.symbol, kernel.kernel.contract.block[0], diagnostics);
      if (!function) continue;
      tile::canonicalise(*function);
      checkSpace(*function, kernel, diagnostics);
      tile::assignLayouts(*function);
      tile::allocateShared(*function);
      checkExchange(*function, kernel, diagnostics);
      if (std::string wrong = tile::verify(*function); !wrong.empty() && diagnostics.empty())
        context.diagnostics.push_back(
            diag(Code::InternalError, strCat("the tile IR of `", kernel.kernel.qualified, "` is broken: ", wrong)));
    }
  }
  context.add(diagnostics.take());
  return !context.failed();
}

void lowerTilesForGpu(llvm::Module& module) {
  forEachTileKernel(module, [&](DeviceKernel& kernel) {
    auto function = rebuild(module, kernel);
    tile::assignLayouts(*function);
    tile::allocateShared(*function);
    if (std::string wrong = tile::verify(*function); !wrong.empty()) llvm::report_fatal_error(wrong.c_str());
    tile::emitForGpu(*function);
  });
  lowerIndex(module);
  dropDeclarations(module);
}

void lowerTilesForCpu(llvm::Module& module) {
  std::vector<DeviceKernel> kernels = readKernels(module);
  if (!hasTiles(kernels)) return;
  forEachTileKernel(module, [&](DeviceKernel& kernel) { tile::emitForCpu(*rebuild(module, kernel)); });
  // One logical thread a block.
  for (DeviceKernel& kernel : kernels)
    if (kernel.kernel.tile) kernel.kernel.contract.block[0] = 1;
  writeKernels(module, kernels);
  lowerIndex(module);
  dropDeclarations(module);
}

std::string printTiles(llvm::Module& module, const std::string& stages, std::string& error) {
  std::string text;
  forEachTileKernel(module, [&](DeviceKernel& kernel) {
    std::vector<DeviceKernel> kernels = readKernels(module);
    DeviceDiagnostics diagnostics(module, kernels);
    auto function = tile::build(*kernel.run, kernel.kernel.symbol, kernel.kernel.contract.block[0], diagnostics);
    for (const Diagnostic& diagnostic : diagnostics.take()) error += renderDiagnostic(diagnostic, false);
    if (function && runStages(*function, stages, error)) text += tile::print(*function);
  });
  return text;
}

std::string runTileText(const std::string& text, const std::string& stages, std::string& error) {
  tile::Parsed parsed = tile::parse(text);
  error = parsed.error;
  if (error.empty()) error = tile::verify(*parsed.function);
  if (!error.empty() || !runStages(*parsed.function, stages, error)) return {};
  return tile::print(*parsed.function);
}

}  // namespace gpuc::tool
