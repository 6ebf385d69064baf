#include "tool/base/result.h"
#include "tool/model/request_json.h"

#include <doctest/doctest.h>

namespace gpuc::tool {
namespace {

TEST_CASE("a request survives the journey") {
  Request request;
  request.mode = RequestMode::Check;
  request.directory = "/p";
  request.source = "src/ü.cpp";
  request.optLevel = 1;
  request.debugInfo = request.test = true;
  request.assertions = false;
  request.defines = {"A=\"1\"", "B"};
  request.archs = {"sm_80", "sm_90a"};
  request.response = "/p/r.json";
  Result<Request> back = requestFromJson(*Json::parse(toJson(request).text(true), "f"));
  REQUIRE(back);
  CHECK(toJson(*back).text() == toJson(request).text());
  CHECK(back->mode == RequestMode::Check);
  CHECK(back->defines == request.defines);
  CHECK_FALSE(back->assertions);
}

TEST_CASE("a response survives the journey") {
  Response response;
  response.ok = response.hasMain = true;
  response.dependencies = {{"/p/a.hpp", 0xffffffffffffffff, true}, {"/p/b.hpp", 0, false}};
  response.kernels = {{"kernels::k", "k_00"}};
  response.diagnostics = {diag(Code::CompileError, {.file = "a.cpp", .line = 1, .text = "x"}, "m")};
  response.diagnostics[0].severity = Severity::Warning;
  Result<Response> back = responseFromJson(*Json::parse(toJson(response).text(), "f"));
  REQUIRE(back);
  CHECK(toJson(*back).text() == toJson(response).text());
  CHECK(back->dependencies[0].hash == 0xffffffffffffffff);
  CHECK(back->diagnostics[0].severity == Severity::Warning);
}

TEST_CASE("of another version: refused by name") {
  Json request = toJson(Request());
  request.set("color", true);
  CHECK(requestFromJson(request).error().message == "the request has the unknown member 'color'");
  CHECK(responseFromJson(Json::object().set("ok", true)).error().message == "the response has no 'diagnostics'");
  CHECK_FALSE(requestFromJson(Json::object().set("mode", "destroy")));
}

}  // namespace
}  // namespace gpuc::tool
