// gpuc-opt: runs passes of gpuc, or of LLVM, on a module in text form; the instrument of tests/lowering.
//
//   gpuc-opt --passes=lower-math,instcombine in.ll -o -
//   gpuc-opt --prepare in.ll         what every device module goes through first
//   gpuc-opt --tile=layout,shared in.tile   stages of the tile compiler, from its text or from a prepared module
//   gpuc-opt --lower-tiles=gpu in.ll        a prepared module with its tile kernels compiled
//   gpuc-opt --ptx in.ll             the whole way; with --prepared from a module that is prepared already
#include "tool/base/diagnostic.h"
#include "tool/device/device.h"
#include "tool/lowering/lowering.h"
#include "tool/lowering/pipeline.h"
#include "tool/tile/tile.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

namespace {

using namespace gpuc::tool;

namespace cl = llvm::cl;
cl::OptionCategory category("gpuc-opt options");
cl::opt<std::string> input(cl::Positional, cl::desc("<module>"), cl::init("-"), cl::cat(category));
cl::opt<std::string> output("o", cl::desc("Where to write"), cl::init("-"), cl::cat(category));
cl::opt<std::string> passes("passes", cl::desc("Passes, in the syntax of LLVM's opt"), cl::cat(category));
cl::opt<bool> prepare("prepare", cl::desc("Run the passes of tool/device"), cl::cat(category));
cl::opt<std::string> tileStages("tile", cl::desc("Stages of the tile compiler"), cl::cat(category));
cl::opt<std::string> lowerTiles("lower-tiles", cl::desc("gpu or cpu"), cl::cat(category));
cl::opt<bool> ptx("ptx", cl::desc("Lower to PTX"), cl::cat(category));
cl::opt<bool> prepared("prepared", cl::desc("With --ptx: the module is prepared"), cl::cat(category));
cl::opt<std::string> arch("arch", cl::desc("GPU architecture"), cl::init("sm_80"), cl::cat(category));
cl::opt<std::string> libdevice("libdevice", cl::desc("libdevice.10.bc"), cl::cat(category));
cl::opt<bool> gpuRequired("gpu-required", cl::desc("A kernel that cannot be lowered is an error"), cl::cat(category));
cl::opt<bool> printPasses("print-passes", cl::desc("List gpuc's passes"), cl::cat(category));

int finish(const std::vector<Diagnostic>& diagnostics, bool ok) {
  for (const Diagnostic& diagnostic : diagnostics) llvm::errs() << renderDiagnostic(diagnostic, false);
  return ok ? 0 : 1;
}

// Writes only what is complete.
bool write(llvm::function_ref<void(llvm::raw_ostream&)> print) {
  std::error_code error;
  llvm::ToolOutputFile file(output, error, llvm::sys::fs::OF_Text);
  if (error) {
    llvm::errs() << output << ": " << error.message() << "\n";
    return false;
  }
  print(file.os());
  file.keep();
  return true;
}

bool isTileText(const llvm::MemoryBuffer& buffer) {
  llvm::StringRef text = buffer.getBuffer();
  while (text.consume_front(";") || text.starts_with("\n"))
    text = text.drop_while([](char c) { return c != '\n'; }).ltrim();
  return text.starts_with("tile @");
}

// Of the tile IR, in text form or built from a module.
int finishTiles(const char* program, const std::string& text, const std::string& error) {
  if (error.empty()) return write([&](llvm::raw_ostream& stream) { stream << text; }) ? 0 : 1;
  llvm::errs() << program << ": " << error << "\n";
  return 1;
}

int run(const char* program) {
  std::string wrong;
  if (tileStages.getNumOccurrences() > 0) {
    auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(input);
    if (buffer && isTileText(**buffer)) {
      std::string text = runTileText((*buffer)->getBuffer().str(), tileStages, wrong);
      return finishTiles(program, text, wrong);
    }
  }
  llvm::LLVMContext llvmContext;
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module = llvm::parseIRFile(input, problem, llvmContext);
  if (!module) {
    problem.print(program, llvm::errs());
    return 2;
  }
  LoweringContext context;
  context.options = {.arch = arch, .libdevice = libdevice, .gpuRequired = gpuRequired};
  if (prepare || (ptx && !prepared))
    if (!prepareDevice(*module, context)) return finish(context.diagnostics, false);
  bool tiles = tileStages.getNumOccurrences() > 0 || !lowerTiles.empty();
  if ((tiles || ptx) && !prepareTiles(*module, context)) return finish(context.diagnostics, false);
  if (tileStages.getNumOccurrences() > 0) {
    std::string text = printTiles(*module, tileStages, wrong);
    return finishTiles(program, text, wrong);
  }
  if (ptx || lowerTiles == "gpu") lowerTilesForGpu(*module);
  if (lowerTiles == "cpu") lowerTilesForCpu(*module);
  if (ptx) {
    LoweringResult result = lowerToPtx(*module, context.options);
    for (const MissingKernel& missing : result.ptx.missing)
      llvm::errs() << "missing kernel " << missing.kernel << ": " << missing.reason << "\n";
    bool written = result.ok && write([&](llvm::raw_ostream& stream) { stream << result.ptx.text; });
    return finish(result.diagnostics, written);
  }
  if (passes.empty() && !prepare && lowerTiles.empty()) {
    llvm::errs() << program << ": nothing to do: --passes, --prepare or --ptx\n";
    return 2;
  }
  auto writeModule = [&] { return write([&](llvm::raw_ostream& stream) { module->print(stream, nullptr); }); };
  if (passes.empty()) return finish(context.diagnostics, writeModule());
  if (wrong = runPasses(*module, passes, context); !wrong.empty()) {
    llvm::errs() << program << ": " << wrong << "\n";
    return 2;
  }
  for (const MissingKernel& missing : context.missing)
    llvm::errs() << "missing kernel " << missing.kernel << ": " << missing.reason << "\n";
  return finish(context.diagnostics, writeModule() && !context.failed());
}

}  // namespace

int main(int argc, char** argv) {
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Runs gpuc's passes on a module\n");
  if (printPasses) {
    for (const std::string& name : passNames()) llvm::outs() << name << "\n";
    return 0;
  }
  return run(argv[0]);
}
