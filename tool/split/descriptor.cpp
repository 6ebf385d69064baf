#include "tool/split/descriptor.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

#include <cstddef>

namespace gpuc::tool {

using namespace llvm;

namespace {

// Builds constants whose layout is the C layout of the structures in abi/kernel.h: natural alignment, fields in order.
class Constants {
 public:
  explicit Constants(Module& module) : module(module), context(module.getContext()) {}

  Constant* i8(std::uint64_t v) { return ConstantInt::get(Type::getInt8Ty(context), v); }
  Constant* i32(std::uint64_t v) { return ConstantInt::get(Type::getInt32Ty(context), v); }
  Constant* i64(std::uint64_t v) { return ConstantInt::get(Type::getInt64Ty(context), v); }
  Constant* null() { return ConstantPointerNull::get(PointerType::getUnqual(context)); }
  Constant* structure(ArrayRef<Constant*> fields) { return ConstantStruct::getAnon(context, fields); }

  Constant* text(const std::string& value) { return hide(ConstantDataArray::getString(context, value)); }

  Constant* table(ArrayRef<Constant*> rows) {
    if (rows.empty()) return null();
    return hide(ConstantArray::get(ArrayType::get(rows[0]->getType(), rows.size()), rows));
  }

  Constant* symbol(const std::string& name, bool function) {
    GlobalValue* value = nullptr;
    if (function)
      value = cast<Function>(module.getOrInsertFunction(name, Type::getVoidTy(context)).getCallee());
    else
      value = cast<GlobalVariable>(module.getOrInsertGlobal(name, Type::getInt8Ty(context)));
    value->setVisibility(GlobalValue::HiddenVisibility);
    value->setDSOLocal(true);
    return value;
  }

 private:
  Constant* hide(Constant* value) {
    auto* variable =
        new GlobalVariable(module, value->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage, value, ".gpuc");
    variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    return variable;
  }

  Module& module;
  LLVMContext& context;
};

Constant* parameterTable(Constants& make, const Kernel& kernel) {
  std::vector<Constant*> rows;
  for (const KernelParameter& p : kernel.parameters)
    rows.push_back(make.structure({make.text(p.name), make.i32(p.size), make.i32(p.alignment), make.i32(p.elementSize),
                                   make.i8(static_cast<unsigned>(p.kind)), make.i8(p.exclusive),
                                   make.i8(static_cast<unsigned>(p.integer)), make.i8(0)}));
  return make.table(rows);
}
static_assert(sizeof(abi::parameter) == 24 && offsetof(abi::parameter, kind) == 20);

Constant* requirementTable(Constants& make, const Kernel& kernel) {
  std::vector<Constant*> rows;
  for (const KernelRequirement& r : kernel.requirements)
    rows.push_back(
        make.structure({make.text(r.text), make.text(r.file), make.i32(r.line), make.i32(0), make.i64(r.parameters)}));
  return make.table(rows);
}
static_assert(sizeof(abi::requirement) == 32 && offsetof(abi::requirement, parameters) == 24);

Constant* contractValue(Constants& make, const abi::contract_data& c) {
  return make.structure({make.i32(c.domain), make.i32(c.block[0]), make.i32(c.block[1]), make.i32(c.block[2]),
                         make.i32(c.max_threads), make.i32(c.min_blocks),
                         make.i64(static_cast<std::uint64_t>(c.dynamic_shared_least)),
                         make.i64(static_cast<std::uint64_t>(c.dynamic_shared_most)), make.i32(c.dynamic_shared_align),
                         make.i32(c.min_capability), make.i32(c.cooperative), make.i32(0)});
}
static_assert(sizeof(abi::contract_data) == 56 && offsetof(abi::contract_data, dynamic_shared_least) == 24 &&
              offsetof(abi::contract_data, cooperative) == 48);
static_assert(offsetof(abi::kernel, requirement_count) == 72 && offsetof(abi::kernel, fibers) == 84 &&
              offsetof(abi::kernel, contract) == 88);

}  // namespace

void fillDescriptor(Module& host, const Kernel& kernel, const KernelFacts& facts, unsigned index,
                    const Request& request) {
  GlobalVariable* old = host.getGlobalVariable(kernel.descriptor, /*AllowInternal=*/true);
  Function* run = host.getFunction(kernel.run);
  if (!old || !run) return;
  Constants make(host);
  Constant* value = make.structure(
      {make.i32(abi::version), make.i32(kernel.parameters.size()), make.text(kernel.name), make.text(kernel.qualified),
       make.text(kernel.symbol), make.symbol(bundleSymbol(request), false), run,
       make.symbol(cpuSymbol(request, kernel), true), parameterTable(make, kernel), requirementTable(make, kernel),
       make.i32(kernel.requirements.size()), make.i32(facts.staticShared), make.i32(index), make.i8(facts.fibers),
       make.i8(kernel.checked), make.i8(0), make.i8(0), contractValue(make, kernel.contract)});
  auto* complete = new GlobalVariable(host, value->getType(), /*isConstant=*/true, old->getLinkage(), value);
  complete->takeName(old);
  complete->copyAttributesFrom(old);
  complete->setComdat(old->getComdat());
  complete->setAlignment(Align(8));
  old->replaceAllUsesWith(complete);
  old->eraseFromParent();
}

}  // namespace gpuc::tool
