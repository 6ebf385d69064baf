#include "tests/unit/temporary_directory.h"
#include "tool/plan/state.h"

namespace gpuc::tool::plan {
namespace {

State filled(const TemporaryDirectory& directory) {
  State state(directory.path, directory.path + "/out");
  FileId file = state.files.file(directory.write("a.cpp", "text"));
  UnitRecord unit;
  unit.key = {1, 2, 3};
  unit.dependencies = {state.files.version(file, 4)};
  unit.hasDevice = true;
  unit.kernels = {{"kernels::k", "k_0"}};
  unit.warnings = "[]";
  state.units["a.cpp"] = unit;
  state.products["demo"] = {5, state.files.version(file, 6)};
  state.tools.key = 7;
  state.tools.answer = {"one", ""};
  state.tools.watch(directory.path + "/a.cpp");
  state.tools.watch(directory.path + "/missing");
  state.changed = true;
  return state;
}

TEST_CASE("what was saved is loaded") {
  TemporaryDirectory directory;
  directory.write("out/x", "");
  State state = filled(directory);
  REQUIRE(state.save());
  State next(directory.path, directory.path + "/out");
  next.load();
  REQUIRE(next.units.contains("a.cpp"));
  const UnitRecord& unit = next.units["a.cpp"];
  CHECK(unit.key == std::vector<std::uint64_t>{1, 2, 3});
  CHECK(unit.hasDevice);
  CHECK_FALSE(unit.hasMain);
  CHECK(unit.kernels[0].symbol == "k_0");
  CHECK(unit.warnings == "[]");
  CHECK(next.files.hashOf(unit.dependencies[0]) == 4);
  CHECK(next.products["demo"].key == 5);
  CHECK(next.tools.answer == state.tools.answer);
  CHECK(next.tools.holds(7));
}

TEST_CASE("nothing to save, nothing written") {
  TemporaryDirectory directory;
  directory.write("out/x", "");
  REQUIRE(filled(directory).save());
  std::optional<FileStat> before = statFile(directory.path + "/out/state");
  State next(directory.path, directory.path + "/out");
  next.load();
  REQUIRE(next.save());
  CHECK(statFile(directory.path + "/out/state") == before);
}

TEST_CASE("a damaged file is as good as none") {
  TemporaryDirectory directory;
  directory.write("out/x", "");
  REQUIRE(filled(directory).save());
  std::string bytes = *readFile(directory.path + "/out/state");
  auto unitsAfter = [&](const std::string& damaged) {
    directory.write("out/state", damaged);
    State next(directory.path, directory.path + "/out");
    next.load();
    return next.units.size();
  };
  CHECK(unitsAfter(bytes) == 1);
  for (std::size_t size = 0; size < bytes.size(); size += 7) CHECK(unitsAfter(bytes.substr(0, size)) == 0);
  for (std::size_t at = 0; at < bytes.size(); at += 5) {
    std::string flipped = bytes;
    flipped[at] ^= 0x20;
    CHECK(unitsAfter(flipped) == 0);
  }
  CHECK(unitsAfter(bytes + "more") == 0);
}

TEST_CASE("records of sources that are gone are dropped") {
  TemporaryDirectory directory;
  directory.write("out/x", "");
  State state = filled(directory);
  state.units["gone.cpp (test)"] = {};
  REQUIRE(state.save());
  State next(directory.path, directory.path + "/out");
  next.load();
  CHECK(next.units.size() == 1);
}

TEST_CASE("an answer holds while what was looked at stays") {
  TemporaryDirectory directory;
  Remembered remembered;
  remembered.key = 1;
  remembered.answer = {"x"};
  remembered.watch(directory.write("tool", "one"));
  remembered.watch(directory.path + "/missing");
  CHECK(remembered.holds(1));
  CHECK_FALSE(remembered.holds(2));
  SUBCASE("changed") { directory.write("tool", "other"); }
  SUBCASE("appeared") { directory.write("missing", ""); }
  SUBCASE("gone") { removeFile(directory.path + "/tool"); }
  CHECK_FALSE(remembered.holds(1));
}

}  // namespace
}  // namespace gpuc::tool::plan
