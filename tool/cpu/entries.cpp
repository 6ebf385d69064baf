// cpu-entries. For a kernel `run(args)` this makes
//
//   void SYMBOL(ptr args, ptr block, i32 first) { body(<fields of the views>, <values>, block->shared, block, first) }
//   void body(ptr noalias a, i64 n, ..., ptr noalias shared, ptr block, i32 first) {
//     for z, y, x: { block->thread = t; run({&a-view, ...}) }        // without fibers
//     run({&a-view, ...})                                           // with fibers: thread `first`
//   }
//
// The views are parameters of a function of their own because that is where LLVM takes noalias from.
#include "tool/cpu/block_layout.h"
#include "tool/cpu/passes.h"
#include "tool/ir/kernel_metadata.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <array>

namespace gpuc::tool {

using namespace llvm;

namespace {

unsigned viewFields(abi::parameter_kind kind) {
  switch (kind) {
    case abi::parameter_kind::value: return 0;
    case abi::parameter_kind::matrix:
    case abi::parameter_kind::disjoint_matrix: return 3;
    case abi::parameter_kind::tensor:
    case abi::parameter_kind::disjoint_tensor: return 4;
    default: return 2;
  }
}

// Where the running thread is, as values in the body.
struct Position {
  std::array<Value*, 3> thread, block, blockDim, gridDim;
  Value* lane = nullptr;
};

class EntryBuilder {
 public:
  EntryBuilder(Module& module, const DeviceKernel& entry, const CpuKernel& target)
      : module(module), context(module.getContext()), entry(entry), target(target) {}

  void build() {
    makeBody();
    makeEntry();
  }

 private:
  Type* pointer() { return PointerType::getUnqual(context); }
  Type* word() { return Type::getInt32Ty(context); }

  void makeBody();
  void makeEntry();
  void loadShape(IRBuilder<>& build, Value* block);
  Value* packArguments(IRBuilder<>& build);
  void loopOverThreads(IRBuilder<>& build, Value* arguments, Value* block, Value* first);
  void runOneThread(IRBuilder<>& build, Value* arguments, Value* thread);
  void inlineRun(CallInst* call);

  Module& module;
  LLVMContext& context;
  const DeviceKernel& entry;
  const CpuKernel& target;
  Function* body = nullptr;
  Position position;
};

void EntryBuilder::makeBody() {
  SmallVector<Type*, 16> types;
  for (const KernelParameter& p : entry.kernel.parameters) {
    types.push_back(pointer());
    for (unsigned i = 1; i < viewFields(p.kind); ++i) types.push_back(Type::getInt64Ty(context));
  }
  types.insert(types.end(), {pointer(), pointer(), word()});  // shared, block, first
  body = Function::Create(FunctionType::get(Type::getVoidTy(context), types, false), GlobalValue::InternalLinkage,
                          target.symbol + ".body", module);
  body->addFnAttr(Attribute::NoInline);
  body->addFnAttr(Attribute::NoUnwind);
  unsigned argument = 0;
  for (const KernelParameter& p : entry.kernel.parameters) {
    unsigned fields = viewFields(p.kind);
    if (fields > 0 && entry.kernel.checked && p.kind != abi::parameter_kind::atomic_slice) {
      body->addParamAttr(argument, Attribute::NoAlias);
      if (!p.exclusive) body->addParamAttr(argument, Attribute::ReadOnly);
    }
    if (fields == 0) {
      body->addParamAttr(argument, Attribute::ReadOnly);
      body->addParamAttr(argument, Attribute::NoAlias);
      body->addDereferenceableParamAttr(argument, p.size);
      body->addParamAttr(argument, Attribute::getWithAlignment(context, Align(p.alignment)));
    }
    argument += std::max(fields, 1u);
  }
  Argument* shared = body->getArg(argument);
  shared->setName("gpuc.shared");
  // Between barriers other fibers write there, through pointers that LLVM would take for unrelated.
  if (!target.fibers) body->addParamAttr(argument, Attribute::NoAlias);
  Argument* block = body->getArg(argument + 1);
  block->setName("gpuc.block");
  body->addParamAttr(argument + 1, Attribute::NoAlias);
  Argument* first = body->getArg(argument + 2);

  IRBuilder<> build(BasicBlock::Create(context, "entry", body));
  loadShape(build, block);
  Value* arguments = packArguments(build);
  if (target.fibers)
    runOneThread(build, arguments, first);
  else
    loopOverThreads(build, arguments, block, first);
}

// The block's shape and place; constants where the contract fixes them.
void EntryBuilder::loadShape(IRBuilder<>& build, Value* block) {
  const abi::contract_data& contract = entry.kernel.contract;
  for (unsigned axis = 0; axis < 3; ++axis) {
    bool flat = contract.domain != 0 && axis >= contract.domain;
    position.block[axis] =
        flat ? build.getInt32(0) : loadBlockWord(build, block, offsetof(abi::cpu_block, block_index), axis);
    position.gridDim[axis] =
        flat ? build.getInt32(1) : loadBlockWord(build, block, offsetof(abi::cpu_block, grid_dim), axis);
    if (contract.block[0] != 0)
      position.blockDim[axis] = build.getInt32(contract.block[axis]);
    else
      position.blockDim[axis] =
          flat ? build.getInt32(1) : loadBlockWord(build, block, offsetof(abi::cpu_block, block_dim), axis);
  }
}

// The array of pointers that `run` takes: views put together again from their fields, values where they are.
Value* EntryBuilder::packArguments(IRBuilder<>& build) {
  const auto& parameters = entry.kernel.parameters;
  ArrayType* type = ArrayType::get(pointer(), parameters.size());
  Value* array = build.CreateAlloca(type);
  unsigned argument = 0;
  for (unsigned i = 0; i < parameters.size(); ++i) {
    unsigned fields = viewFields(parameters[i].kind);
    Value* object = body->getArg(argument);
    if (fields > 0) {
      object = build.CreateAlloca(ArrayType::get(Type::getInt64Ty(context), fields));
      for (unsigned f = 0; f < fields; ++f)
        build.CreateStore(body->getArg(argument + f), build.CreateConstInBoundsGEP1_64(build.getInt64Ty(), object, f));
    }
    build.CreateStore(object, build.CreateConstInBoundsGEP2_64(type, array, 0, i));
    argument += std::max(fields, 1u);
  }
  return array;
}

void EntryBuilder::loopOverThreads(IRBuilder<>& build, Value* arguments, Value* block, Value* first) {
  // Innermost last: the x loop is the one that LLVM vectorises.
  struct Loop {
    BasicBlock *header, *next;
    PHINode* index;
  };
  std::array<Loop, 3> loops;
  BasicBlock* exit = BasicBlock::Create(context, "exit", body);
  Value* base = nullptr;
  for (int axis = 2; axis >= 0; --axis) {
    Value* start = build.getInt32(0);
    if (axis == 0) {
      Value* row =
          build.CreateAdd(loops[1].index, build.CreateMul(position.blockDim[1], loops[2].index, "", true), "", true);
      base = build.CreateMul(position.blockDim[0], row, "", true);
      start = build.CreateBinaryIntrinsic(Intrinsic::usub_sat, first, base);
    }
    BasicBlock* before = build.GetInsertBlock();
    Loop& loop = loops[axis];
    loop.header = BasicBlock::Create(context, "loop", body);
    loop.next = BasicBlock::Create(context, "next", body);
    BasicBlock* inside = BasicBlock::Create(context, "inside", body);
    build.CreateBr(loop.header);
    build.SetInsertPoint(loop.header);
    loop.index = build.CreatePHI(word(), 2, "index");
    loop.index->addIncoming(start, before);
    Value* more = build.CreateICmpULT(loop.index, position.blockDim[axis]);
    build.CreateCondBr(more, inside, axis == 2 ? exit : loops[axis + 1].next);
    IRBuilder<> step(loop.next);
    Value* next = step.CreateAdd(loop.index, step.getInt32(1), "", /*HasNUW=*/true);
    loop.index->addIncoming(next, loop.next);
    step.CreateBr(loop.header);
    build.SetInsertPoint(inside);
    position.thread[axis] = loop.index;
  }
  Value* linear = build.CreateAdd(base, loops[0].index, "thread", true);
  position.lane = build.CreateAnd(linear, 31);
  // Before the thread runs, so that a report that leaves by longjmp tells the runtime where to go on.
  build.CreateStore(linear, blockField(build, block, offsetof(abi::cpu_block, thread)));
  CallInst* call = build.CreateCall(entry.run, {arguments});
  build.CreateBr(loops[0].next);
  IRBuilder<>(exit).CreateRetVoid();
  inlineRun(call);
}

void EntryBuilder::runOneThread(IRBuilder<>& build, Value* arguments, Value* thread) {
  bool flat = entry.kernel.contract.domain == 1;
  position.thread[0] = flat ? thread : build.CreateURem(thread, position.blockDim[0]);
  Value* rest = flat ? nullptr : build.CreateUDiv(thread, position.blockDim[0]);
  position.thread[1] = flat ? build.getInt32(0) : build.CreateURem(rest, position.blockDim[1]);
  position.thread[2] = flat ? build.getInt32(0) : build.CreateUDiv(rest, position.blockDim[1]);
  position.lane = build.CreateAnd(thread, 31);
  CallInst* call = build.CreateCall(entry.run, {arguments});
  build.CreateRetVoid();
  inlineRun(call);
}

void EntryBuilder::inlineRun(CallInst* call) {
  InlineFunctionInfo info;
  InlineFunction(*call, info);
  std::array<std::pair<StringRef, Value*>, 14> values = {{
      {"__gpuc_thread_x", position.thread[0]},
      {"__gpuc_thread_y", position.thread[1]},
      {"__gpuc_thread_z", position.thread[2]},
      {"__gpuc_block_x", position.block[0]},
      {"__gpuc_block_y", position.block[1]},
      {"__gpuc_block_z", position.block[2]},
      {"__gpuc_block_dim_x", position.blockDim[0]},
      {"__gpuc_block_dim_y", position.blockDim[1]},
      {"__gpuc_block_dim_z", position.blockDim[2]},
      {"__gpuc_grid_dim_x", position.gridDim[0]},
      {"__gpuc_grid_dim_y", position.gridDim[1]},
      {"__gpuc_grid_dim_z", position.gridDim[2]},
      {"__gpuc_lane", position.lane},
      {"__gpuc_domain", ConstantInt::get(word(), entry.kernel.contract.domain)},
  }};
  const abi::contract_data& contract = entry.kernel.contract;
  bool exactShared = contract.domain != 0 && contract.dynamic_shared_least >= 0 &&
                     contract.dynamic_shared_least == contract.dynamic_shared_most;
  for (Instruction& instruction : make_early_inc_range(instructions(*body))) {
    auto* found = dyn_cast<CallInst>(&instruction);
    Function* callee = found ? found->getCalledFunction() : nullptr;
    if (!callee) continue;
    if (exactShared && callee->getName() == "__gpuc_dynamic_shared_size") {
      found->replaceAllUsesWith(ConstantInt::get(word(), static_cast<std::uint64_t>(contract.dynamic_shared_least)));
      found->eraseFromParent();
      continue;
    }
    for (const auto& [name, value] : values)
      if (callee->getName() == name) {
        found->replaceAllUsesWith(value);
        found->eraseFromParent();
        break;
      }
  }
}

// Takes the views apart and calls the body.
void EntryBuilder::makeEntry() {
  auto* type = FunctionType::get(Type::getVoidTy(context), {pointer(), pointer(), word()}, false);
  Function* function = Function::Create(type, GlobalValue::ExternalLinkage, target.symbol, module);
  function->setVisibility(GlobalValue::HiddenVisibility);
  function->setDSOLocal(true);
  IRBuilder<> build(BasicBlock::Create(context, "entry", function));
  SmallVector<Value*, 16> passed;
  const auto& parameters = entry.kernel.parameters;
  for (unsigned i = 0; i < parameters.size(); ++i) {
    Value* object = build.CreateLoad(pointer(), build.CreateConstInBoundsGEP1_64(pointer(), function->getArg(0), i));
    unsigned fields = viewFields(parameters[i].kind);
    if (fields == 0) passed.push_back(object);
    for (unsigned f = 0; f < fields; ++f)
      passed.push_back(build.CreateLoad(f == 0 ? pointer() : build.getInt64Ty(),
                                        build.CreateConstInBoundsGEP1_64(build.getInt64Ty(), object, f)));
  }
  Value* block = function->getArg(1);
  passed.push_back(build.CreateLoad(pointer(), blockField(build, block, offsetof(abi::cpu_block, shared))));
  passed.push_back(block);
  passed.push_back(function->getArg(2));
  build.CreateCall(body, passed);
  build.CreateRetVoid();
}

}  // namespace

void defineCpuEntries(Module& module, const CpuOptions& options) {
  std::vector<DeviceKernel> kernels = readKernels(module);
  for (std::size_t i = 0; i < kernels.size(); ++i)
    if (kernels[i].run) EntryBuilder(module, kernels[i], options.kernels[i]).build();
  // The metadata's references would keep every `run` alive beside its inlined copy.
  if (NamedMDNode* table = module.getNamedMetadata("gpuc.kernels")) table->eraseFromParent();
  for (const DeviceKernel& kernel : kernels)
    if (kernel.run && kernel.run->use_empty()) kernel.run->eraseFromParent();
}

}  // namespace gpuc::tool
