// verify-checks: what [[gpuc::no_kernel_checks]] promises. A check of the library's (bounds, divisors) that the
// optimiser could not prove unnecessary is an error at the user's line (0330); faults that the user wrote down, such as
// assert, are none of these. Requires: the optimiser has run, and `merge-checks` has not: it makes one branch of
// several. `define-report` has kept the report's signature from the optimiser, which would drop the number of the only
// site.
#include "tool/base/result.h"
#include "tool/base/text.h"
#include "tool/device/reach.h"
#include "tool/device/sites.h"
#include "tool/ir/kernel_metadata.h"
#include "tool/ir/places.h"
#include "tool/lowering/passes.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <set>
#include <tuple>

namespace gpuc::tool {

namespace {

// What a check is about; null: the user asked for this fault.
const char* checkOf(abi::report_kind kind) {
  switch (kind) {
    case abi::report_kind::out_of_range: return "an index against the size";
    case abi::report_kind::row_out_of_range: return "a row against the number of rows";
    case abi::report_kind::column_out_of_range: return "a column against the number of columns";
    case abi::report_kind::division_by_zero: return "a divisor against 0";
    case abi::report_kind::division_overflow: return "a division against overflow";
    default: return nullptr;
  }
}

// The numbers that a site may have where calls have been merged.
void collectSites(const llvm::Value* number, llvm::SmallPtrSetImpl<const llvm::Value*>& visited,
                  std::set<std::uint64_t>& sites) {
  if (!visited.insert(number).second) return;
  if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(number)) sites.insert(constant->getZExtValue());
  if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(number)) {
    collectSites(choice->getTrueValue(), visited, sites);
    collectSites(choice->getFalseValue(), visited, sites);
  }
  if (auto* merge = llvm::dyn_cast<llvm::PHINode>(number))
    for (const llvm::Use& value : merge->incoming_values()) collectSites(value, visited, sites);
}

}  // namespace

llvm::PreservedAnalyses VerifyChecks::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  llvm::Function* report = module.getFunction("__gpuc_report");
  if (!report) return llvm::PreservedAnalyses::all();
  std::vector<DeviceKernel> kernels = readKernels(module);
  auto reaching = reachingKernels(kernels);
  std::vector<ReportSite> sites = readSites(module);
  Places places(module);
  std::vector<Diagnostic> found;
  std::set<std::tuple<std::uint32_t, std::string, std::uint32_t, abi::report_kind>> said;

  for (const llvm::User* user : report->users()) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    auto owners = call ? reaching.find(call->getFunction()) : reaching.end();
    if (owners == reaching.end()) continue;
    std::set<std::uint64_t> numbers;
    llvm::SmallPtrSet<const llvm::Value*, 8> visited;
    collectSites(call->getArgOperand(0), visited, numbers);
    for (std::uint32_t index : owners->second) {
      const Kernel& kernel = kernels[index].kernel;
      if (!kernel.noChecks) continue;
      for (std::uint64_t number : numbers) {
        if (number >= sites.size()) continue;
        const ReportSite& site = sites[number];
        const char* what = checkOf(site.kind);
        if (!what || !said.emplace(index, site.file, site.line, site.kind).second) continue;
        Place place;
        place.file = site.file;
        place.line = static_cast<int>(site.line);
        place.column = static_cast<int>(site.column);
        found.push_back(
            diag(Code::CheckRemains, places.place(place),
                 strCat("kernel `", kernel.qualified, "` is to have no checks, but needs one here: ", what),
                 "state what makes it unnecessary, as in gpuc::launch_requires(a.size() >= c.size()), or take "
                 "[[gpuc::no_kernel_checks]] off the kernel"));
      }
    }
  }
  // In the order of the source, not of the calls' uses.
  llvm::stable_sort(found, [](const Diagnostic& a, const Diagnostic& b) {
    return std::tie(a.place.file, a.place.line, a.place.column) < std::tie(b.place.file, b.place.line, b.place.column);
  });
  context.add(std::move(found));
  report->setLinkage(llvm::GlobalValue::InternalLinkage);
  if (report->use_empty()) report->eraseFromParent();
  return llvm::PreservedAnalyses::none();
}

}  // namespace gpuc::tool
