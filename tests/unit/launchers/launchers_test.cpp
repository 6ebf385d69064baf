// The text that a module gets at its closing brace, and what editors are told, for each form of kernel. That the text
// compiles and launches is what tests/programs is for; here a change of it is seen. GPUC_BLESS=1 writes the files.
#include "tool/base/disk.h"
#include "tool/launchers/launchers.h"

#include <doctest/doctest.h>

#include <cstdlib>

namespace gpuc::tool {
namespace {

void checkGolden(const std::string& name, const std::string& text) {
  std::string file = std::string(GPUC_GOLDEN) + "/" + name;
  if (std::getenv("GPUC_BLESS")) REQUIRE(writeFile(file, text));
  Result<std::string> expected = readFile(file);
  REQUIRE(expected);
  CHECK(text == *expected);
}

LauncherKernel plain() { return {.name = "add", .parameterNames = {"a", "b", "out"}, .domain = 1}; }

LauncherKernel kernelTemplate() {
  return {.name = "map",
          .isTemplate = true,
          .templateHead = "template <class T, class F>",
          .templateArguments = "T, F",
          .parameters = "F f, gpuc::slice<const T> in, gpuc::disjoint_slice<T> out",
          .parameterNames = {"f", "in", "out"},
          .domain = 2};
}

LauncherModule moduleOf(std::vector<LauncherKernel> kernels) {
  return {.name = "kernels", .tag = "g0123", .kernels = std::move(kernels)};
}

TEST_CASE("a kernel with a contract") { checkGolden("plain.txt", emitLaunchers(moduleOf({plain()}))); }

TEST_CASE("a kernel template") { checkGolden("template.txt", emitLaunchers(moduleOf({kernelTemplate()}))); }

TEST_CASE("a module without kernels") { checkGolden("empty.txt", emitLaunchers(moduleOf({}))); }

TEST_CASE("a kernel that nothing can check has only the raw launch") {
  LauncherKernel raw = plain();
  raw.checked = false;
  LauncherKernel withoutContract = plain();
  withoutContract.domain = 0;
  for (const LauncherKernel& kernel : {raw, withoutContract}) {
    std::string text = emitLaunchers(moduleOf({kernel}));
    CHECK(text.find("prepare_add") == std::string::npos);
    CHECK(text.find("void add(") == std::string::npos);
    CHECK(text.find("void add_unchecked(") != std::string::npos);
  }
}

TEST_CASE("the launch takes the configuration of its domain, and covering") {
  for (unsigned domain : {1u, 2u, 3u}) {
    LauncherKernel kernel = plain();
    kernel.domain = domain;
    std::string text = emitLaunchers(moduleOf({kernel}));
    for (unsigned other : {1u, 2u, 3u}) {
      std::string type = "prepare_add(const ::gpuc::launch_config_" + std::to_string(other) + "d&";
      CHECK((text.find(type) != std::string::npos) == (other == domain));
    }
    CHECK(text.find("prepare_add(const ::gpuc::covering&") != std::string::npos);
  }
}

TEST_CASE("the editor's stub opens and closes what encloses a module") {
  LauncherModule module = moduleOf({plain(), kernelTemplate()});
  module.enclosing = {"outer", ""};
  checkGolden("stub.txt", emitEditorStub({module}));
}

}  // namespace
}  // namespace gpuc::tool
