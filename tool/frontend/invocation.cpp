#include "tool/frontend/invocation.h"

namespace gpuc::tool {

std::vector<std::string> clangArguments(const Request& request, const std::string& precompiled) {
  std::vector<std::string> arguments = {
      // Clang finds its own headers from here.
      GPUC_LLVM_BIN "/clang++",
      "-std=" + request.standard,
      // Never -O1: Clang would then forbid unrolling on every loop. The profiles differ in the passes run afterwards.
      "-O2",
      "-Xclang",
      "-disable-llvm-passes",
      // What device code must not inherit from a distribution's defaults.
      "-fno-stack-protector",
      "-U_FORTIFY_SOURCE",
      "-fcf-protection=none",
      "-fPIC",
      "-fno-semantic-interposition",
      "-ffp-contract=on",
      "-Xclang",
      "-ffloat16-excess-precision=none",
      "-Xclang",
      "-fbfloat16-excess-precision=none",
      "-isystem",
      request.runtimeInclude,
      "-Wall",
      "-Wextra",
      "-Wno-unused-parameter",
      // Clang stops at 20; what our own checks find is not one mistake and its echoes.
      "-ferror-limit=100",
  };
  if (request.debugInfo) arguments.push_back("-g");
  if (!request.assertions) arguments.push_back("-DNDEBUG");
  if (request.test) arguments.push_back("-DGPUC_TEST");
  for (const std::string& define : request.defines) arguments.push_back("-D" + define);
  for (const std::string& include : request.includes) arguments.push_back("-I" + include);
  if (!precompiled.empty())
    for (const char* flag : {"-include-pch", precompiled.c_str(), "-Xclang", "-fno-validate-pch"})
      arguments.push_back(flag);
  // Whatever the file is called.
  arguments.insert(arguments.end(), {"-x", request.mode == RequestMode::Precompile ? "c++-header" : "c++"});
  if (request.mode == RequestMode::Precompile) arguments.insert(arguments.end(), {"-Xclang", "-fno-pch-timestamp"});
  // Without this most of a precompiled header's gain is lost: its templates would be instantiated in every file.
  if (request.mode == RequestMode::Precompile || !precompiled.empty())
    arguments.push_back("-fpch-instantiate-templates");
  arguments.push_back(request.source.starts_with('-') ? "./" + request.source : request.source);
  return arguments;
}

}  // namespace gpuc::tool
