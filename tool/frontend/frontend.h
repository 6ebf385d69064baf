// The one parse: from a request to unoptimised host IR and the kernels in it. Everything that needs Clang's AST
// happens behind this header; the stages behind it see an llvm::Module and plain structs.
#pragma once

#include "tool/base/diagnostic.h"
#include "tool/model/kernel.h"
#include "tool/model/launchers.h"
#include "tool/model/request.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace gpuc::tool {

struct FrontendResult {
  bool ok = false;                       // no error was reported
  std::unique_ptr<llvm::Module> module;  // null where only parsing was asked for or something failed
  std::vector<Kernel> kernels;           // every launchable instantiation
  std::vector<Diagnostic> diagnostics;
  std::vector<Dependency> dependencies;
  std::vector<LauncherModule> modules;         // for editor stubs
  std::vector<std::string> systemDirectories;  // a line below one of these is never the user's own
  bool hasMain = false;
};

// What the parse calls at a module's closing brace; injected, so that the frontend does not know the generator.
using EmitLaunchers = std::function<std::string(const LauncherModule&)>;

FrontendResult compile(const Request& request, llvm::LLVMContext& context, const EmitLaunchers& emit);

// Writes a precompiled header of the public headers to request.object, with a list of what it depends on beside it.
std::vector<Diagnostic> precompile(const Request& request);

}  // namespace gpuc::tool
