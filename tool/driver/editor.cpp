#include "tool/driver/editor.h"

#include "tool/base/disk.h"
#include "tool/base/hash.h"
#include "tool/base/json.h"
#include "tool/base/text.h"
#include "tool/driver/compile.h"
#include "tool/plan/fingerprint.h"

namespace gpuc::tool::driver {

namespace {

constexpr const char* kFileName = "compile_commands.json";

// Only flags that a plain clang takes: clangd shows an error for each other one. -std and the directories are what
// gpuc-cc uses; the attributes are gpuc's own.
std::vector<std::string> arguments(const Request& request, const Tools& tools) {
  std::vector<std::string> line = {tools.clang.empty() ? "clang++" : tools.clang, "--driver-mode=g++",
                                   "-std=" + request.standard, "-Wno-unknown-attributes"};
  for (const std::string& define : request.defines) line.push_back("-D" + define);
  if (request.test) line.push_back("-DGPUC_TEST");
  for (const std::string& directory : request.includes) line.push_back("-I" + joinPath(request.directory, directory));
  for (const std::string& word : {std::string("-isystem"), tools.include, std::string("-include"), request.editorStub})
    line.push_back(word);
  line.push_back("-c");
  line.push_back(request.source);
  return line;
}

}  // namespace

Result<void> writeEditorFiles(const Manifest& manifest, const Plan& sources, const Tools& tools, plan::State& state) {
  Hasher hasher;
  hasher.add(manifest.directory);
  for (const Unit& unit : sources.units)
    for (const std::string& word : arguments(unit.request, tools)) hasher.add(word);
  std::uint64_t key = hasher.digest();
  if (!plan::dirtyReason(state, kFileName, key)) return {};

  Json database = Json::array();
  for (const Unit& unit : sources.units) {
    Json entry = Json::object();
    entry.set("directory", manifest.directory).set("file", unit.request.source);
    database.push(entry.set("arguments", Json::strings(arguments(unit.request, tools))));
    if (isFile(unit.request.editorStub)) continue;
    GPUC_TRY(makeDirectories(parentPath(unit.request.editorStub)));
    GPUC_TRY(writeFile(unit.request.editorStub, "// The launchers of this file's kernels, once gpuc has read it.\n"));
  }
  std::string path = joinPath(manifest.directory, kFileName);
  GPUC_TRY(writeFileIfChanged(path, database.text(true) + "\n"));
  plan::noteMade(state, kFileName, path, key);
  return {};
}

Result<void> writeStubs(const Plan& sources, const Tools& tools) {
  for (const Unit& unit : sources.units) {
    Request request = unit.request;
    request.mode = RequestMode::Editor;
    for (std::string* output : {&request.object, &request.deviceObject, &request.bundle}) output->clear();
    Response response = GPUC_TRY(ask(tools, request));
    for (const Diagnostic& diagnostic : response.diagnostics)
      if (!response.ok && diagnostic.severity == Severity::Error) return diagnostic;
  }
  return {};
}

}  // namespace gpuc::tool::driver
