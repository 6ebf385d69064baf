// cpu-builtins. What `cpu-entries` has not turned into values: calls that need the runtime, and every builtin in a
// function that could not be inlined into its kernel, which asks the runtime where it runs.
#include "tool/cpu/passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

namespace gpuc::tool {

using namespace llvm;

namespace {

struct RuntimeCall {
  StringRef builtin;
  StringRef function;
  int extra = -1;  // a constant passed as the last argument; -1: none
};

// Shuffle modes are those of lib/cpu.
constexpr RuntimeCall kCalls[] = {
    {"__gpuc_thread_x", "__gpuc_cpu_thread", 0},
    {"__gpuc_thread_y", "__gpuc_cpu_thread", 1},
    {"__gpuc_thread_z", "__gpuc_cpu_thread", 2},
    {"__gpuc_block_x", "__gpuc_cpu_block", 0},
    {"__gpuc_block_y", "__gpuc_cpu_block", 1},
    {"__gpuc_block_z", "__gpuc_cpu_block", 2},
    {"__gpuc_block_dim_x", "__gpuc_cpu_block_dim", 0},
    {"__gpuc_block_dim_y", "__gpuc_cpu_block_dim", 1},
    {"__gpuc_block_dim_z", "__gpuc_cpu_block_dim", 2},
    {"__gpuc_grid_dim_x", "__gpuc_cpu_grid_dim", 0},
    {"__gpuc_grid_dim_y", "__gpuc_cpu_grid_dim", 1},
    {"__gpuc_grid_dim_z", "__gpuc_cpu_grid_dim", 2},
    {"__gpuc_lane", "__gpuc_cpu_lane"},
    {"__gpuc_block_sync", "__gpuc_cpu_block_sync"},
    {"__gpuc_grid_sync", "__gpuc_cpu_grid_sync"},
    {"__gpuc_warp_sync", "__gpuc_cpu_warp_sync"},
    {"__gpuc_ballot", "__gpuc_cpu_ballot"},
    {"__gpuc_shuffle_idx", "__gpuc_cpu_shuffle", 0},
    {"__gpuc_shuffle_xor", "__gpuc_cpu_shuffle", 1},
    {"__gpuc_shuffle_up", "__gpuc_cpu_shuffle", 2},
    {"__gpuc_shuffle_down", "__gpuc_cpu_shuffle", 3},
    {"__gpuc_dynamic_shared", "__gpuc_cpu_dynamic_shared"},
    {"__gpuc_dynamic_shared_size", "__gpuc_cpu_dynamic_shared_size"},
};

CallInst* callRuntime(Module& module, CallInst& call, StringRef name, ArrayRef<Value*> arguments) {
  SmallVector<Type*, 4> types;
  for (Value* argument : arguments) types.push_back(argument->getType());
  FunctionCallee runtime = module.getOrInsertFunction(name, FunctionType::get(call.getType(), types, false));
  IRBuilder<> build(&call);
  CallInst* made = build.CreateCall(runtime, arguments);
  made->setDoesNotThrow();
  return made;
}

void lowerCall(Module& module, CallInst& call, const CpuOptions& options) {
  StringRef name = call.getCalledFunction()->getName();
  if (name == "__gpuc_requires") {
    IRBuilder<> build(&call);
    Value* holds = call.getArgOperand(0);
    build.CreateAssumption(holds->getType()->isIntegerTy(1) ? holds : build.CreateIsNotNull(holds));
    call.eraseFromParent();
    return;
  }
  if (name == "__gpuc_report") {
    auto* bundle = module.getOrInsertGlobal(options.bundleSymbol, Type::getInt8Ty(module.getContext()));
    SmallVector<Value*, 4> arguments = {bundle};
    arguments.append(call.arg_begin(), call.arg_end());
    CallInst* made = callRuntime(module, call, "__gpuc_cpu_report", arguments);
    made->setDoesNotReturn();
    made->addFnAttr(Attribute::Cold);
    call.eraseFromParent();
    return;
  }
  for (const RuntimeCall& row : kCalls) {
    if (name != row.builtin) continue;
    SmallVector<Value*, 4> arguments(call.args());
    if (row.extra >= 0) arguments.push_back(ConstantInt::get(Type::getInt32Ty(module.getContext()), row.extra));
    CallInst* made = callRuntime(module, call, row.function, arguments);
    call.replaceAllUsesWith(made);
    call.eraseFromParent();
    return;
  }
}

}  // namespace

void lowerCpuBuiltins(Module& module, const CpuOptions& options) {
  for (Function& function : module)
    for (Instruction& instruction : make_early_inc_range(instructions(function)))
      if (auto* call = dyn_cast<CallInst>(&instruction);
          call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with("__gpuc_"))
        lowerCall(module, *call, options);
}

}  // namespace gpuc::tool
