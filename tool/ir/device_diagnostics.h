// Errors about device code, told in the user's terms: the place is the innermost line in the user's own files, the
// notes are the calls that lead there from a kernel. Code inside a system header is reported at every line of the
// user's that reaches it. Two errors on one line are one: the second is usually a consequence of the first.
#pragma once

#include "tool/base/codes.h"
#include "tool/ir/kernel_metadata.h"
#include "tool/ir/places.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace llvm {
class Instruction;
}  // namespace llvm

namespace gpuc::tool {

// The function's name as the user knows it, without ABI tags; shortened where templates make it endless.
std::string functionName(llvm::StringRef mangled);

class DeviceDiagnostics {
 public:
  DeviceDiagnostics(const llvm::Module& module, const std::vector<DeviceKernel>& kernels);

  // Says that `at` calls `callee` or takes its address. The first use counts as the way there, so whoever walks the
  // call graph breadth first gets the shortest.
  void addUse(const llvm::Instruction& at, const llvm::Function& callee);

  // The same for every direct call in the module.
  void addCalls(const llvm::Module& module);

  void report(Code code, const llvm::Instruction& at, const std::string& message, const std::string& help = {});

  // For what belongs to a function and has a place of its own.
  void reportAt(Code code, const llvm::Function& function, Place place, const std::string& message,
                const std::string& help = {});

  Places& places() { return resolver; }
  bool empty() const { return diagnostics.empty(); }
  std::vector<Diagnostic> take() { return std::move(diagnostics); }

 private:
  struct Users;
  void collectUsers(const llvm::Instruction& at, Users& users);
  std::vector<DiagnosticNote> way(const llvm::DILocation* from, const llvm::Function& function);
  void add(Code code, Place place, const std::string& message, std::vector<DiagnosticNote> notes,
           const std::string& help);

  const std::vector<DeviceKernel>& kernels;
  Places resolver;
  llvm::DenseMap<const llvm::Function*, llvm::SmallVector<const llvm::Instruction*, 2>> uses;
  std::set<std::pair<std::string, int>> lines;  // that have an error
  std::vector<Diagnostic> diagnostics;
};

}  // namespace gpuc::tool
