// lower-reports: numbers every place that can report a fault. A call that says what went wrong becomes one that says
// which site of `!gpuc.sites` it was, with the two values of the report:
//
//   call void @__gpuc_out_of_range(i64 %i, i64 %n)   =>   call void @__gpuc_report(i32 3, i64 %i, i64 %n)
//   unreachable                                           unreachable
//
// Requires: `lower-exceptions`, and `force-inline` so that the site is the user's line in one kernel. Guarantees: no
// other fault is left. What __gpuc_report does is the target's business: it records and does not return.
#include "tool/device/functions.h"
#include "tool/device/passes.h"
#include "tool/device/reach.h"
#include "tool/device/sites.h"
#include "tool/ir/kernel_metadata.h"
#include "tool/ir/places.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Utils/Local.h"

namespace gpuc::tool {

namespace {

// The kind of a fault function, and whether it is called with the report's two values.
struct FaultFunction {
  const char* name;
  abi::report_kind kind;
  bool hasValues;
};

constexpr FaultFunction kFaultFunctions[] = {
    {"__gpuc_out_of_range", abi::report_kind::out_of_range, true},
    {"__gpuc_row_out_of_range", abi::report_kind::row_out_of_range, true},
    {"__gpuc_column_out_of_range", abi::report_kind::column_out_of_range, true},
    {"__gpuc_division_by_zero", abi::report_kind::division_by_zero, true},    // made by guard-divisions
    {"__gpuc_division_overflow", abi::report_kind::division_overflow, true},  // likewise
    {"__gpuc_trap", abi::report_kind::trap, false},
    {"__gpuc_fault", abi::report_kind::trap, false},  // made by lower-exceptions; its arguments say the kind
};

class SiteTable {
 public:
  explicit SiteTable(const llvm::Module& module) : places(module), sites(readSites(module)) {}

  std::uint32_t number(ReportSite site, const llvm::DILocation* location) {
    const llvm::DILocation* user = places.innermostUser(location);
    Place place = places.place(user ? user : location);
    site.file = place.file;
    site.line = static_cast<std::uint32_t>(place.line);
    site.column = static_cast<std::uint32_t>(place.column);
    auto found = std::find(sites.begin(), sites.end(), site);
    if (found == sites.end()) found = sites.insert(sites.end(), std::move(site));
    return static_cast<std::uint32_t>(found - sites.begin());
  }

  const std::vector<ReportSite>& all() const { return sites; }

 private:
  Places places;
  std::vector<ReportSite> sites;
};

llvm::Function& reportFunction(llvm::Module& module) {
  llvm::Type* int32 = llvm::Type::getInt32Ty(module.getContext());
  llvm::Type* int64 = llvm::Type::getInt64Ty(module.getContext());
  llvm::FunctionCallee callee =
      module.getOrInsertFunction("__gpuc_report", llvm::Type::getVoidTy(module.getContext()), int32, int64, int64);
  auto& function = *llvm::cast<llvm::Function>(callee.getCallee());
  function.setDoesNotReturn();
  function.setDoesNotThrow();
  function.addFnAttr(llvm::Attribute::Cold);
  function.addFnAttr(llvm::Attribute::NoInline);
  return function;
}

}  // namespace

llvm::PreservedAnalyses LowerReports::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
  std::vector<DeviceKernel> kernels = readKernels(module);
  auto reaching = reachingKernels(kernels);
  llvm::Function& report = reportFunction(module);
  SiteTable table(module);

  // In the order of the module's functions and instructions, so that equal modules have equal tables.
  for (llvm::Function& function : module) {
    std::vector<std::pair<llvm::CallInst*, const FaultFunction*>> calls;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      if (!callee) continue;
      for (const FaultFunction& fault : kFaultFunctions)
        if (callee->getName() == fault.name) calls.emplace_back(call, &fault);
    }
    for (auto [call, fault] : calls) {
      ReportSite site;
      site.kind = fault->kind;
      auto owners = reaching.find(&function);
      if (owners != reaching.end() && owners->second.size() == 1) site.kernel = owners->second.front();
      if (llvm::StringRef(fault->name) == "__gpuc_fault") {
        site.kind =
            static_cast<abi::report_kind>(llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue());
        llvm::StringRef text;
        if (llvm::getConstantStringInfo(call->getArgOperand(1), text)) site.text = text.str();
      }
      llvm::IRBuilder<> builder(call);
      llvm::Value* first = fault->hasValues ? call->getArgOperand(0) : builder.getInt64(0);
      llvm::Value* second = fault->hasValues ? call->getArgOperand(1) : builder.getInt64(0);
      std::uint32_t number = table.number(std::move(site), call->getDebugLoc());
      llvm::CallInst* made = builder.CreateCall(&report, {builder.getInt32(number), first, second});
      made->setDoesNotReturn();
      made->setDoesNotThrow();
      llvm::changeToUnreachable(call);
    }
    if (!calls.empty()) llvm::removeUnreachableBlocks(function);
  }
  writeSites(module, table.all());
  if (report.use_empty()) report.eraseFromParent();
  llvm::GlobalDCEPass().run(module, analyses);  // the texts
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
