#include "tests/unit/temporary_directory.h"
#include "tool/plan/units.h"

#include <algorithm>

namespace gpuc::tool::plan {
namespace {

// A project of empty files, and what is planned for it.
struct Project {
  TemporaryDirectory directory;
  Manifest manifest;
  Options options;

  explicit Project(const std::vector<std::string>& files) {
    for (const std::string& file : files) directory.write(file, "");
    manifest.directory = directory.path;
    manifest.name = "demo";
    manifest.version = "1.0.0";
    options.target = directory.path + "/target";
    options.archs = {"sm_80"};
  }

  Plan plan(Goal goal = Goal::Build) {
    options.goal = goal;
    Result<Plan> made = make(manifest, options);
    REQUIRE(made);
    return *made;
  }
};

std::vector<std::string> names(const Plan& plan) {
  std::vector<std::string> all;
  for (const Unit& unit : plan.units) all.push_back(unit.name);
  return all;
}

// "demo: src/main.cpp src/a.cpp"
std::vector<std::string> programs(const Plan& plan) {
  std::vector<std::string> all;
  for (const Product& program : plan.products) {
    std::string text = program.name + ":";
    for (std::size_t unit : program.units) text += " " + plan.units[unit].name;
    all.push_back(text);
  }
  return all;
}

TEST_CASE("programs share every source but each other's main") {
  Project project({"src/main.cpp", "src/bin/other.cpp", "src/a.cpp", "src/deep/b.cpp", "src/c.hpp", "tests/t.cpp"});
  CHECK(programs(project.plan()) == std::vector<std::string>{"demo: src/main.cpp src/a.cpp src/deep/b.cpp",
                                                             "other: src/bin/other.cpp src/a.cpp src/deep/b.cpp"});
  CHECK(project.plan().units.size() == 4);
}

TEST_CASE("a request says everything") {
  Project project({"src/main.cpp", "include/a.hpp"});
  project.manifest.dev.defines = {"X"};
  Request request = project.plan().units[0].request;
  std::string base = project.directory.path + "/target/dev/objects/src/main.cpp";
  CHECK(request.mode == RequestMode::Build);
  CHECK(request.directory == project.directory.path);
  CHECK(request.source == "src/main.cpp");
  CHECK(request.unit == "demo 1.0.0 src/main.cpp");
  CHECK(request.includes == std::vector<std::string>{"include"});
  CHECK(request.defines == std::vector<std::string>{"X"});
  CHECK(request.object == base + ".o");
  CHECK(request.deviceObject == base + ".device.o");
  CHECK(request.response == base + ".response.json");
  CHECK(request.editorStub == project.directory.path + "/target/editor/src/main.cpp.hpp");
  CHECK_FALSE(request.test);

  project.options.release = true;
  request = project.plan().units[0].request;
  CHECK(request.object == project.directory.path + "/target/release/objects/src/main.cpp.o");
  CHECK_FALSE(request.assertions);
}

TEST_CASE("check makes nothing, but reads the tests too") {
  Project project({"src/main.cpp", "tests/t.cpp", "tests/helper/deep.cpp"});
  Plan plan = project.plan(Goal::Check);
  CHECK(names(plan) == std::vector<std::string>{"src/main.cpp", "tests/t.cpp"});
  CHECK(plan.products.empty());
  for (const Unit& unit : plan.units) {
    CHECK(unit.request.mode == RequestMode::Check);
    CHECK(unit.request.object.empty());
  }
  CHECK(plan.units[1].request.test);
}

TEST_CASE("each test runs in one program only") {
  Project project({"src/main.cpp", "src/bin/x.cpp", "src/a.cpp", "tests/t.cpp"});
  Plan plan = project.plan(Goal::Test);
  CHECK(programs(plan) == std::vector<std::string>{"demo: src/main.cpp (test) src/a.cpp (test)",
                                                   "bin-x: src/bin/x.cpp (test) src/a.cpp",
                                                   "tests-t: tests/t.cpp src/a.cpp"});
  for (const Product& program : plan.products) CHECK(program.isTest());
  // The two forms of a source do not write the same files.
  std::vector<std::string> objects;
  for (const Unit& unit : plan.units) objects.push_back(unit.request.object);
  std::ranges::sort(objects);
  CHECK(std::ranges::adjacent_find(objects) == objects.end());
}

TEST_CASE("a single file has no project around it") {
  Project project({"hello.cpp", "include/a.hpp", "src/main.cpp"});
  project.options.singleFile = "hello.cpp";
  CHECK(programs(project.plan()) == std::vector<std::string>{"hello: hello.cpp"});
  CHECK(project.plan().units[0].request.includes.empty());
  project.options.singleFile = "missing.cpp";
  CHECK(make(project.manifest, project.options).error().code == static_cast<int>(Code::NoTarget));
}

TEST_CASE("what cannot be planned") {
  auto codeOf = [](std::vector<std::string> files) {
    Project project(files);
    Result<Plan> made = make(project.manifest, project.options);
    REQUIRE_FALSE(made);
    return static_cast<Code>(made.error().code);
  };
  CHECK(codeOf({"README.md"}) == Code::NoTarget);
  CHECK(codeOf({"src/main.cpp", "src/bin/demo.cpp"}) == Code::AmbiguousTarget);
  CHECK(codeOf({"src/bin/tests.cpp"}) == Code::BadName);
}

TEST_CASE("one program of several") {
  Project project({"src/bin/a.cpp", "src/bin/b.cpp", "src/s.cpp"});
  CHECK(choose(project.plan(), "", false)->products.size() == 3);  // and what they share, as a library
  CHECK(choose(project.plan(), "", true).error().code == static_cast<int>(Code::AmbiguousTarget));
  CHECK(choose(project.plan(), "c", false).error().code == static_cast<int>(Code::NoTarget));
  Result<Plan> chosen = choose(project.plan(), "b", true);
  REQUIRE(chosen);
  CHECK(programs(*chosen) == std::vector<std::string>{"b: src/bin/b.cpp src/s.cpp"});
  CHECK(chosen->units.size() == 2);

  Project library({"src/lib.cpp"});
  CHECK(choose(library.plan(), "", true).error().code == static_cast<int>(Code::NoTarget));

  Project both({"src/bin/a.cpp", "src/s.cpp"});
  CHECK(programs(*choose(both.plan(), "", true)) == std::vector<std::string>{"a: src/bin/a.cpp src/s.cpp"});
}

TEST_CASE("without a main of its own a project is a library") {
  Project project({"src/a.cpp", "src/deep/b.cpp", "tests/t.cpp"});
  Plan plan = project.plan();
  CHECK(programs(plan) == std::vector<std::string>{"demo: src/a.cpp src/deep/b.cpp"});
  CHECK(plan.products[0].isLibrary());
  CHECK(plan.products[0].output == project.directory.path + "/target/dev/libdemo.a");
  for (const Product& product : project.plan(Goal::Test).products) CHECK(product.isTest());
  CHECK(project.plan(Goal::Check).products.empty());
}

}  // namespace
}  // namespace gpuc::tool::plan
