// Precompiled headers of the public library: which one fits a request, and whether it is still true.
#pragma once

#include "tool/model/request.h"

#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
}  // namespace clang

namespace gpuc::tool {

// The standard headers that are precompiled together with gpuc.hpp. None of them looks at NDEBUG, and <iostream>,
// which would put a start-up object into every program, is not among them.
extern const char* const kPrecompiledStandardHeaders[];

// The precompiled header for `request`, or empty: none is installed, a file that it was made from has changed, or
// the source could see a difference (it defines macros before its first include, or the request does).
std::string choosePrecompiled(const Request& request);

// The text of the header that is precompiled.
std::string precompiledSource();

// Writes the list of the files that the precompiled header was made from, which `choosePrecompiled` compares.
bool writePrecompiledList(const std::string& header, clang::CompilerInstance& ci);

}  // namespace gpuc::tool
