#include "tool/plan/fingerprint.h"

#include "tool/base/diagnostic_json.h"
#include "tool/base/hash.h"
#include "tool/base/text.h"
#include "tool/base/version.h"

#include <algorithm>

namespace gpuc::tool::plan {

namespace {

std::uint64_t hashStrings(const std::vector<std::string>& strings) {
  Hasher hasher;
  for (const std::string& string : strings) hasher.add(string);
  return hasher.digest();
}

struct KeyField {
  const char* name;  // as the reason for a rebuild names it
  std::uint64_t (*hash)(const Request&, const ToolHashes&);
};

// Everything that decides what gpuc-cc makes, besides the files that it reads and the directories that they are in.
constexpr KeyField kKeyFields[] = {
    {"gpuc's version", [](const Request&, const ToolHashes&) { return hashBytes(kVersion); }},
    {"the compiler", [](const Request&, const ToolHashes& tools) { return tools.compiler; }},
    {"ptxas", [](const Request& request, const ToolHashes& tools) { return request.ptxas.empty() ? 0 : tools.ptxas; }},
    {"libdevice", [](const Request&, const ToolHashes& tools) { return tools.libdevice; }},
    {"the mode", [](const Request& request, const ToolHashes&) { return static_cast<std::uint64_t>(request.mode); }},
    {"the package's name or version",
     [](const Request& request, const ToolHashes&) { return hashBytes(request.unit); }},
    {"the C++ standard", [](const Request& request, const ToolHashes&) { return hashBytes(request.standard); }},
    {"the optimisation level",
     [](const Request& request, const ToolHashes&) { return static_cast<std::uint64_t>(request.optLevel); }},
    {"debug information", [](const Request& request, const ToolHashes&) { return std::uint64_t(request.debugInfo); }},
    {"assertions", [](const Request& request, const ToolHashes&) { return std::uint64_t(request.assertions); }},
    {"the test setting", [](const Request& request, const ToolHashes&) { return std::uint64_t(request.test); }},
    {"the defines", [](const Request& request, const ToolHashes&) { return hashStrings(request.defines); }},
    {"the include directories",
     [](const Request& request, const ToolHashes&) { return hashStrings(request.includes); }},
    {"the GPU architectures", [](const Request& request, const ToolHashes&) { return hashStrings(request.archs); }},
    {"whether GPU code is required",
     [](const Request& request, const ToolHashes&) { return std::uint64_t(request.gpuRequired); }},
};

std::string shownPath(const FileTable& files, FileId file, const std::string& project) {
  return relativeTo(files.path(file), project);
}

}  // namespace

std::vector<std::uint64_t> unitKey(const Request& request, const ToolHashes& tools) {
  std::vector<std::uint64_t> key;
  for (const KeyField& field : kKeyFields) key.push_back(field.hash(request, tools));
  return key;
}

std::optional<std::string> dirtyReason(State& state, const Unit& unit, const std::vector<std::uint64_t>& key) {
  auto found = state.units.find(unit.name);
  if (found == state.units.end()) return "it was not compiled before";
  const UnitRecord& record = found->second;
  for (std::size_t i = 0; i < key.size(); ++i)
    if (i >= record.key.size() || record.key[i] != key[i]) return strCat(kKeyFields[i].name, " changed");
  FileTable& files = state.files;
  for (VersionId dependency : record.dependencies) {
    if (files.isCurrent(dependency)) continue;
    std::string path = shownPath(files, files.fileOf(dependency), unit.request.directory);
    if (files.hashOf(dependency) == 0) return strCat(path, " appeared");
    return strCat(path, files.currentHash(files.fileOf(dependency)) == 0 ? " is gone" : " changed");
  }
  for (VersionId output : record.outputs)
    if (!files.isCurrent(output))
      return strCat("its output ", shownPath(files, files.fileOf(output), unit.request.directory),
                    files.currentHash(files.fileOf(output)) == 0 ? " is gone" : " was changed");
  return std::nullopt;
}

void noteCompiled(State& state, const Unit& unit, std::vector<std::uint64_t> key, const Response& response,
                  std::int64_t started) {
  UnitRecord record;
  record.key = std::move(key);
  FileTable& files = state.files;
  for (const Dependency& dependency : response.dependencies) {
    FileId file = files.file(joinPath(unit.request.directory, dependency.path));
    std::uint64_t hash = dependency.exists ? dependency.hash : 0;
    files.noteCompiled(file, hash, started);
    record.dependencies.push_back(files.version(file, hash));
  }
  const Request& request = unit.request;
  for (const std::string* output : {&request.object, &request.deviceObject, &request.bundle, &request.editorStub}) {
    bool ofDevice = output == &request.deviceObject || output == &request.bundle;
    if (output->empty() || (ofDevice && !response.hasDevice) || !isFile(*output)) continue;
    FileId file = files.file(*output);
    record.outputs.push_back(files.version(file, files.noteWritten(file)));
  }
  record.hasMain = response.hasMain;
  record.hasDevice = response.hasDevice;
  record.kernels = response.kernels;
  if (!response.diagnostics.empty()) {
    Json warnings = Json::array();
    for (const Diagnostic& diagnostic : response.diagnostics) warnings.push(toJson(diagnostic));
    record.warnings = warnings.text();
  }
  state.units.insert_or_assign(unit.name, std::move(record));
  state.changed = true;
}

std::uint64_t productKey(const State& state, const Plan& plan, const Product& program, std::uint64_t tools) {
  Hasher hasher;
  hasher.add(kVersion).add(tools);
  for (std::size_t index : program.units) {
    const UnitRecord& unit = state.units.at(plan.units[index].name);
    std::size_t objects = std::min<std::size_t>(unit.outputs.size(), unit.hasDevice ? 2 : 1);
    for (std::size_t i = 0; i < objects; ++i) hasher.add(state.files.hashOf(unit.outputs[i]));
  }
  return hasher.digest();
}

// Without the directory, which may move.
std::string productName(const Product& product) {
  return strCat(product.isTest() ? "tests/" : product.isLibrary() ? "lib/" : "", product.name);
}

std::optional<std::string> dirtyReason(State& state, const std::string& product, std::uint64_t key) {
  auto found = state.products.find(product);
  if (found == state.products.end()) return "it was not made before";
  if (found->second.key != key) return "what it is made of changed";
  if (!state.files.isCurrent(found->second.output)) return "it is gone or was changed";
  return std::nullopt;
}

void noteMade(State& state, const std::string& product, const std::string& path, std::uint64_t key) {
  FileId file = state.files.file(path);
  VersionId version = state.files.version(file, state.files.noteWritten(file));
  state.products.insert_or_assign(product, ProductRecord{key, version});
  state.changed = true;
}

}  // namespace gpuc::tool::plan
