#include "tool/ir/device_diagnostics.h"

#include "tool/base/result.h"
#include "tool/base/text.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

namespace gpuc::tool {

namespace {

constexpr std::size_t kLongestName = 160;

}  // namespace

std::string functionName(llvm::StringRef mangled) {
  std::string name = llvm::demangle(mangled);
  for (std::size_t tag; (tag = name.find("[abi:")) != name.npos;) {
    std::size_t end = name.find(']', tag);
    if (end == name.npos) break;
    name.erase(tag, end + 1 - tag);
  }
  if (name.size() > kLongestName) name = name.substr(0, kLongestName) + "...";
  return name;
}

// The places to report at: an instruction in the user's files, and its location there.
struct DeviceDiagnostics::Users {
  llvm::SmallPtrSet<const llvm::Function*, 8> visited;
  llvm::SmallVector<std::pair<const llvm::Instruction*, const llvm::DILocation*>, 4> found;
};

DeviceDiagnostics::DeviceDiagnostics(const llvm::Module& module, const std::vector<DeviceKernel>& kernels)
    : kernels(kernels), resolver(module) {}

void DeviceDiagnostics::addUse(const llvm::Instruction& at, const llvm::Function& callee) {
  uses[&callee].push_back(&at);
}

void DeviceDiagnostics::addCalls(const llvm::Module& module) {
  for (const llvm::Function& function : module)
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (const llvm::Function* callee = call->getCalledFunction()) addUse(*call, *callee);
}

void DeviceDiagnostics::collectUsers(const llvm::Instruction& at, Users& users) {
  if (const llvm::DILocation* location = resolver.innermostUser(at.getDebugLoc())) {
    users.found.emplace_back(&at, location);
    return;
  }
  const llvm::Function* function = at.getFunction();
  if (!users.visited.insert(function).second) return;
  auto callers = uses.find(function);
  if (callers == uses.end()) return;
  for (const llvm::Instruction* caller : callers->second) collectUsers(*caller, users);
}

// The calls in the user's files from `from` outwards, innermost first; it is in `function`.
std::vector<DiagnosticNote> DeviceDiagnostics::way(const llvm::DILocation* from, const llvm::Function& function) {
  std::vector<DiagnosticNote> notes;
  auto addFrames = [&](const llvm::DILocation* location, const llvm::Function& outer) {
    for (; location; location = location->getInlinedAt()) {
      if (location->getLine() == 0 || !resolver.isUserFile(location->getFile())) continue;
      // Inlined functions are known by their source name only, which is what the user wrote.
      std::string name = location->getInlinedAt() ? location->getScope()->getSubprogram()->getName().str()
                                                  : functionName(outer.getName());
      notes.push_back({resolver.place(location), strCat("called from `", name, "` here")});
    }
  };
  if (from) addFrames(from->getInlinedAt(), function);
  const llvm::Function* current = &function;
  llvm::SmallPtrSet<const llvm::Function*, 16> seen;
  while (seen.insert(current).second) {
    auto callers = uses.find(current);
    if (callers == uses.end()) break;
    const llvm::Instruction* call = callers->second.front();
    addFrames(call->getDebugLoc(), *call->getFunction());
    current = call->getFunction();
  }
  for (const DeviceKernel& kernel : kernels) {
    if (kernel.run != current) continue;
    // The outermost call in the user's files is in the kernel: what calls the kernel is ours.
    if (notes.empty())
      notes.push_back({resolver.place(kernel.kernel.place), strCat("in kernel `", kernel.kernel.qualified, "`")});
    else
      notes.back().message = strCat("called from kernel `", kernel.kernel.qualified, "` here");
    break;
  }
  return notes;
}

void DeviceDiagnostics::add(Code code, Place place, const std::string& message, std::vector<DiagnosticNote> notes,
                            const std::string& help) {
  if (!lines.emplace(place.file, place.line).second) return;
  Diagnostic diagnostic = diag(code, std::move(place), message, help);
  diagnostic.notes = std::move(notes);
  diagnostics.push_back(std::move(diagnostic));
}

void DeviceDiagnostics::report(Code code, const llvm::Instruction& at, const std::string& message,
                               const std::string& help) {
  Users users;
  collectUsers(at, users);
  for (auto [instruction, location] : users.found)
    add(code, resolver.place(location), message, way(location, *instruction->getFunction()), help);
  if (!users.found.empty()) return;
  // Nothing of the user's on the way but the kernel itself.
  std::vector<DiagnosticNote> notes = way(nullptr, *at.getFunction());
  Place place = notes.empty() ? resolver.place(at.getDebugLoc().get()) : notes.back().place;
  add(code, std::move(place), message, std::move(notes), help);
}

void DeviceDiagnostics::reportAt(Code code, const llvm::Function& function, Place place, const std::string& message,
                                 const std::string& help) {
  add(code, resolver.place(std::move(place)), message, way(nullptr, function), help);
}

}  // namespace gpuc::tool
