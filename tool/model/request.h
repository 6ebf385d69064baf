// What gpuc asks of gpuc-cc for one source file, and what it gets back. Exchanged as JSON files, so the request
// is also the reproducer of a compiler bug.
#pragma once

#include "tool/base/diagnostic.h"

#include <cstdint>
#include <string>
#include <vector>

namespace gpuc::tool {

enum class RequestMode {
  Build,       // object files and bundle
  Check,       // everything that Build would say, no output
  Editor,      // only the launcher stub for editors
  Precompile,  // a precompiled header of the public headers, written to `object`
};

// The exit status of a gpuc-cc that could not write its response, with the reason on stderr: a full disk, not a bug.
inline constexpr int kCannotAnswer = 74;

struct Request {
  RequestMode mode = RequestMode::Build;
  std::string directory;  // the project's root, absolute: messages name files relative to it
  std::string source;     // relative to `directory`
  std::string unit;       // identity of the file: "package version path"; the ABI tag is its hash
  std::string standard = "c++23";
  int optLevel = 3;
  bool debugInfo = false;
  bool assertions = true;  // false: NDEBUG
  bool test = false;       // GPUC_TEST, the program's own main set aside
  std::vector<std::string> defines;
  std::vector<std::string> includes;
  std::vector<std::string> archs;  // "sm_80", ...; PTX is for the lowest, cubins for each
  bool gpuRequired = false;        // a kernel that cannot be built for the GPU is an error
  std::string ptxas;               // path, empty: no cubins
  std::string libdevice;           // path of libdevice.10.bc, empty: none
  std::string runtimeInclude;      // the public headers
  std::string precompiled;         // directory of precompiled headers, empty: none
  // Outputs, absolute; each is written completely or not at all. Empty: not wanted.
  std::string object;        // host code
  std::string deviceObject;  // CPU entries and bundle
  std::string bundle;        // the bundle alone, for `gpuc inspect`
  std::string editorStub;    // declarations of the launchers, for clangd
  std::string response;
  std::string dumpDirectory;  // IR after each stage, for `gpuc pipeline` and bug reports
};

// A file that the result depends on, with the hash of the bytes that were compiled.
struct Dependency {
  std::string path;        // absolute
  std::uint64_t hash = 0;  // 0 for a path that was probed and does not exist
  bool exists = true;
};

struct CompiledKernel {
  std::string name;    // "kernels::vecadd"
  std::string symbol;  // entry in the PTX
};

struct Response {
  bool ok = false;
  std::vector<Diagnostic> diagnostics;
  std::vector<Dependency> dependencies;
  std::vector<CompiledKernel> kernels;
  bool hasMain = false;    // the file defines main
  bool hasDevice = false;  // deviceObject was written
};

}  // namespace gpuc::tool
