// The kernels of a parsed file: one for each instantiation of gpuc::abi::entry.
#pragma once

#include "tool/model/kernel.h"

#include <string>
#include <vector>

namespace clang {
class CodeGenerator;
class Decl;
class FunctionDecl;
}  // namespace clang

namespace gpuc::tool {

struct Session;

// A kernel and the declarations whose symbols it needs; only code generation knows those of closures.
struct ParsedKernel {
  Kernel kernel;
  const clang::FunctionDecl* function = nullptr;
  const clang::Decl* run = nullptr;
  const clang::Decl* descriptor = nullptr;
};

// Whether what launchers are made of has been included.
bool hasLibrary(Session& session);

std::vector<ParsedKernel> collectKernels(Session& session);

// The name of a function or variable as code generation mangles it.
std::string symbolOf(clang::CodeGenerator& generator, const clang::Decl& decl);

// Completes the kernels that code was generated for with their symbols, sorted as they stand in the source.
std::vector<Kernel> nameKernels(const Session& session, std::vector<ParsedKernel> parsed,
                                clang::CodeGenerator& generator);

}  // namespace gpuc::tool
