// The Clang invocation of a request: one set of code generation options for every profile, since the device code is
// taken from the IR before any optimisation.
#pragma once

#include "tool/model/request.h"

#include <memory>
#include <string>
#include <vector>

namespace clang {
class CompilerInvocation;
class DiagnosticsEngine;
}  // namespace clang
namespace llvm::vfs {
class FileSystem;
}  // namespace llvm::vfs

namespace gpuc::tool {

// The arguments of the equivalent clang++ command, source last. `precompiled` empty: none is used.
std::vector<std::string> clangArguments(const Request& request, const std::string& precompiled);

}  // namespace gpuc::tool
