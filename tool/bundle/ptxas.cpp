#include "tool/bundle/ptxas.h"

#include "tool/base/disk.h"
#include "tool/base/process.h"
#include "tool/base/text.h"

#include <cstdlib>
#include <unistd.h>

namespace gpuc::tool {

namespace {

// A directory for the two files that ptxas wants, gone at the end.
struct Scratch {
  std::string path;
  Scratch() {
    const char* parent = std::getenv("TMPDIR");
    std::string pattern = strCat(parent && *parent ? parent : "/tmp", "/gpuc-XXXXXX");
    if (::mkdtemp(pattern.data())) path = pattern;
  }
  ~Scratch() {
    if (path.empty()) return;
    removeFile(path + "/kernels.ptx");
    removeFile(path + "/kernels.cubin");
    ::rmdir(path.c_str());
  }
};

}  // namespace

Result<std::string> assemble(const std::string& ptxas, const std::string& ptx, const std::string& arch) {
  Scratch scratch;
  if (scratch.path.empty())
    return diag(Code::FileAccess, "no temporary directory can be made for ptxas", "set TMPDIR to a writable directory");
  std::string input = scratch.path + "/kernels.ptx", output = scratch.path + "/kernels.cubin";
  GPUC_TRY(writeFile(input, ptx));
  ProcessResult ran = GPUC_TRY(runProcess({.arguments = {ptxas, "-arch=" + arch, "-o", output, input}}));
  // ptxas only warns of an undefined variable and then reads zeroes.
  bool unresolved = ran.output.find("Unresolved extern variable") != std::string::npos;
  if (!ran.ok() || unresolved) {
    std::string first = ran.output.substr(0, ran.output.find('\n'));
    for (std::size_t at; (at = first.find(input)) != std::string::npos;) first.replace(at, input.size(), "the PTX");
    return diag(Code::PtxasFailed, strCat("ptxas refused the PTX for ", arch, ": ", first),
                "this is a bug of gpuc, or the toolkit is too old for the architecture; see `gpuc explain GPUC0401`");
  }
  return readFile(output);
}

}  // namespace gpuc::tool
