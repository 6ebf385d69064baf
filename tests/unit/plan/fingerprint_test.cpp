#include "tests/unit/temporary_directory.h"
#include "tool/base/hash.h"
#include "tool/plan/fingerprint.h"

namespace gpuc::tool::plan {
namespace {

const ToolHashes kTools = {.compiler = 1, .ptxas = 2, .libdevice = 3};

// A unit of one source and one header, compiled.
struct Compiled {
  TemporaryDirectory directory;
  State state;
  Unit unit;

  Compiled() : state(directory.path, directory.path + "/out") {
    unit.name = unit.request.source = "a.cpp";
    unit.request.directory = directory.path;
    unit.request.unit = "demo 1.0.0 a.cpp";
    unit.request.object = directory.path + "/out/a.o";
    directory.write("a.cpp", "source");
    directory.write("a.hpp", "header");
    directory.write("out/a.o", "object");
    Response response;
    response.ok = true;
    response.dependencies = {{directory.path + "/a.cpp", hashBytes("source"), true},
                             {directory.path + "/a.hpp", hashBytes("header"), true},
                             {directory.path + "/first/a.hpp", 0, false}};
    noteCompiled(state, unit, unitKey(unit.request, kTools), response, 0);
    REQUIRE(state.save());
  }

  // What the next process says.
  std::string reason(const ToolHashes& tools = kTools) {
    State next(directory.path, directory.path + "/out");
    next.load();
    return dirtyReason(next, unit, unitKey(unit.request, tools)).value_or("");
  }
};

TEST_CASE("nothing changed, nothing to do") {
  Compiled compiled;
  CHECK(compiled.reason() == "");
  compiled.directory.write("a.hpp", "header");
  CHECK(compiled.reason() == "");
}

TEST_CASE("files that make a unit dirty") {
  Compiled compiled;
  SUBCASE("changed") {
    compiled.directory.write("a.hpp", "other");
    CHECK(compiled.reason() == "a.hpp changed");
  }
  SUBCASE("gone") {
    removeFile(compiled.directory.path + "/a.hpp");
    CHECK(compiled.reason() == "a.hpp is gone");
  }
  SUBCASE("found earlier on the path now") {
    compiled.directory.write("first/a.hpp", "shadow");
    CHECK(compiled.reason() == "first/a.hpp appeared");
  }
  SUBCASE("an output that is gone") {
    removeFile(compiled.unit.request.object);
    CHECK(compiled.reason() == "its output out/a.o is gone");
  }
  SUBCASE("an output that is damaged") {
    compiled.directory.write("out/a.o", "objekt");
    CHECK(compiled.reason() == "its output out/a.o was changed");
  }
}

TEST_CASE("settings that make a unit dirty, by name") {
  Compiled compiled;
  Request& request = compiled.unit.request;
  SUBCASE("standard") {
    request.standard = "c++20";
    CHECK(compiled.reason() == "the C++ standard changed");
  }
  SUBCASE("optimisation") {
    request.optLevel = 0;
    CHECK(compiled.reason() == "the optimisation level changed");
  }
  SUBCASE("defines do not run together") {
    request.defines = {"A", "B"};
    CHECK(compiled.reason() == "the defines changed");
    std::vector<std::uint64_t> two = unitKey(request, kTools);
    request.defines = {"AB"};
    CHECK(unitKey(request, kTools) != two);
  }
  SUBCASE("architectures") {
    request.archs = {"sm_90"};
    CHECK(compiled.reason() == "the GPU architectures changed");
  }
  SUBCASE("version") {
    request.unit = "demo 1.0.1 a.cpp";
    CHECK(compiled.reason() == "the package's name or version changed");
  }
  SUBCASE("compiler") { CHECK(compiled.reason({9, 2, 3}) == "the compiler changed"); }
  SUBCASE("libdevice") { CHECK(compiled.reason({1, 2, 9}) == "libdevice changed"); }
  SUBCASE("ptxas counts only where it is used") {
    CHECK(compiled.reason({1, 9, 3}) == "");
    request.ptxas = "/p/ptxas";
    CHECK(compiled.reason({1, 9, 3}) == "ptxas changed");
  }
}

TEST_CASE("where the project and the outputs lie does not matter") {
  Request request;
  std::vector<std::uint64_t> key = unitKey(request, kTools);
  request.directory = "/elsewhere";
  request.object = "/elsewhere/a.o";
  request.runtimeInclude = "/opt/include";
  request.precompiled = "/opt/pch";
  CHECK(unitKey(request, kTools) == key);
}

TEST_CASE("a file that changed while it was compiled is compiled again") {
  Compiled compiled;
  Response response;
  response.dependencies = {{compiled.directory.path + "/a.cpp", hashBytes("what was read"), true}};
  noteCompiled(compiled.state, compiled.unit, unitKey(compiled.unit.request, kTools), response, 0);
  REQUIRE(compiled.state.save());
  CHECK(compiled.reason() == "a.cpp changed");
}

TEST_CASE("a program follows its objects") {
  Compiled compiled;
  Plan plan;
  plan.units = {compiled.unit};
  Product program{"demo", "a.cpp", compiled.directory.path + "/out/demo", {0}};
  std::uint64_t key = productKey(compiled.state, plan, program, 7);
  CHECK(productKey(compiled.state, plan, program, 8) != key);
  CHECK(dirtyReason(compiled.state, productName(program), key) == "it was not made before");
  compiled.directory.write("out/demo", "program");
  noteMade(compiled.state, productName(program), program.output, key);
  CHECK_FALSE(dirtyReason(compiled.state, productName(program), key));
  CHECK(dirtyReason(compiled.state, productName(program), key + 1) == "what it is made of changed");

  compiled.directory.write("out/a.o", "other object");
  noteCompiled(compiled.state, compiled.unit, {}, Response(), 0);
  CHECK(productKey(compiled.state, plan, program, 7) != key);
}

}  // namespace
}  // namespace gpuc::tool::plan
