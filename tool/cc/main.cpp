// gpuc-cc REQUEST.json: compiles one source file as the request says and writes its response. gpuc starts one
// process per file, so that a crash of the compiler ends neither the tool nor the other files.
// gpuc-cc --archive OUTPUT OBJECT...: makes a library.
#include "tool/base/disk.h"
#include "tool/cc/archive.h"
#include "tool/cc/compile.h"
#include "tool/model/request_json.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Support/CommandLine.h"

#include <cstdio>
#include <cstring>
#include <unistd.h>

using namespace gpuc::tool;

namespace {

int fail(const std::string& message, int status = 101) {
  std::fprintf(stderr, "gpuc-cc: %s\n", message.c_str());
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
    std::printf("gpuc-cc %s (LLVM %s; targets: X86 NVPTX)\n", GPUC_VERSION, LLVM_VERSION_STRING);
    return 0;
  }
  // The words of a line that is too long for the system stand in a file: @FILE.
  llvm::BumpPtrAllocator memory;
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char*> words(argv, argv + argc);
  llvm::cl::ExpandResponseFiles(saver, llvm::cl::TokenizeGNUCommandLine, words);
  if (words.size() > 3 && std::strcmp(words[1], "--archive") == 0) {
    auto archived = writeArchive(words[2], {words.begin() + 3, words.end()});
    return archived ? 0 : fail(archived.error().message, 1);
  }
  if (argc != 2) return fail("usage: gpuc-cc REQUEST.json");
  auto text = readFile(argv[1]);
  if (!text) return fail(text.error().message);
  auto json = Json::parse(*text, argv[1]);
  if (!json) return fail(json.error().message);
  auto request = requestFromJson(*json);
  if (!request) return fail(request.error().message);
  Response response = compileUnit(*request);
  if (auto written = writeFile(request->response, toJson(response).text()); !written)
    return fail(written.error().message, kCannotAnswer);
  // Everything is written; taking the AST apart would only cost time.
  std::fflush(nullptr);
  _exit(response.ok ? 0 : 1);
}
