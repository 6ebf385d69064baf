#include "tool/model/request_json.h"

#include "tool/base/diagnostic_json.h"
#include "tool/base/json_reader.h"

namespace gpuc::tool {

namespace {

struct ModeName {
  RequestMode mode;
  const char* name;
};

constexpr ModeName kModes[] = {{RequestMode::Build, "build"},
                               {RequestMode::Check, "check"},
                               {RequestMode::Editor, "editor"},
                               {RequestMode::Precompile, "precompile"}};

Result<void> modeFromJson(const Json& json, RequestMode& mode) {
  if (const std::string* name = json.asString())
    for (const ModeName& entry : kModes)
      if (*name == entry.name) {
        mode = entry.mode;
        return {};
      }
  return diag(Code::InternalError, "a request has an unknown mode");
}

Result<void> dependencyFromJson(const Json& json, Dependency& dependency) {
  JsonReader reader(json, "a dependency");
  reader.read("path", dependency.path).read("hash", dependency.hash);
  return reader.read("exists", dependency.exists).finish();
}

Result<void> kernelFromJson(const Json& json, CompiledKernel& kernel) {
  JsonReader reader(json, "a kernel");
  return reader.read("name", kernel.name).read("symbol", kernel.symbol).finish();
}

// The one list of a request's members: `visit(name, field)` for each but the mode.
template <class AnyRequest, class Visit>
void visitFields(AnyRequest& request, Visit visit) {
  visit("directory", request.directory);
  visit("source", request.source);
  visit("unit", request.unit);
  visit("standard", request.standard);
  visit("optLevel", request.optLevel);
  visit("debugInfo", request.debugInfo);
  visit("assertions", request.assertions);
  visit("test", request.test);
  visit("defines", request.defines);
  visit("includes", request.includes);
  visit("archs", request.archs);
  visit("gpuRequired", request.gpuRequired);
  visit("ptxas", request.ptxas);
  visit("libdevice", request.libdevice);
  visit("runtimeInclude", request.runtimeInclude);
  visit("precompiled", request.precompiled);
  visit("object", request.object);
  visit("deviceObject", request.deviceObject);
  visit("bundle", request.bundle);
  visit("editorStub", request.editorStub);
  visit("response", request.response);
  visit("dumpDirectory", request.dumpDirectory);
}

Json fieldJson(const std::vector<std::string>& field) { return Json::strings(field); }
template <class T>
Json fieldJson(const T& field) {
  return Json(field);
}

}  // namespace

Json toJson(const Request& request) {
  Json json = Json::object();
  for (const ModeName& entry : kModes)
    if (entry.mode == request.mode) json.set("mode", entry.name);
  visitFields(request, [&](const char* name, const auto& field) { json.set(name, fieldJson(field)); });
  return json;
}

Result<Request> requestFromJson(const Json& json) {
  Request request;
  JsonReader reader(json, "the request");
  reader.read("mode", request.mode, modeFromJson);
  visitFields(request, [&](const char* name, auto& field) { reader.read(name, field); });
  GPUC_TRY(reader.finish());
  return request;
}

Json toJson(const Response& response) {
  Json diagnostics = Json::array(), dependencies = Json::array(), kernels = Json::array();
  for (const Diagnostic& diagnostic : response.diagnostics) diagnostics.push(toJson(diagnostic));
  for (const Dependency& dependency : response.dependencies) {
    Json element = Json::object();
    element.set("path", dependency.path).set("hash", dependency.hash).set("exists", dependency.exists);
    dependencies.push(std::move(element));
  }
  for (const CompiledKernel& kernel : response.kernels) {
    Json element = Json::object();
    kernels.push(element.set("name", kernel.name).set("symbol", kernel.symbol));
  }
  Json json = Json::object();
  json.set("ok", response.ok).set("diagnostics", std::move(diagnostics)).set("dependencies", std::move(dependencies));
  json.set("kernels", std::move(kernels)).set("hasMain", response.hasMain).set("hasDevice", response.hasDevice);
  return json;
}

Result<Response> responseFromJson(const Json& json) {
  Response response;
  JsonReader reader(json, "the response");
  reader.read("ok", response.ok).read("diagnostics", response.diagnostics, diagnosticFromJson);
  reader.read("dependencies", response.dependencies, dependencyFromJson);
  reader.read("kernels", response.kernels, kernelFromJson);
  GPUC_TRY(reader.read("hasMain", response.hasMain).read("hasDevice", response.hasDevice).finish());
  return response;
}

}  // namespace gpuc::tool
